import { formatDuration } from '@ki/shared/format/durations.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Meta } from '@ki/shared/ui/card.tsx';
import { BookIcon, ClockIcon, TextIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import type { CourseSummary } from '../model/course.ts';
import { Fact } from './fact.tsx';

export const CourseBadges = ({ course }: { course: Pick<CourseSummary, 'category' | 'level'> }) => (
  <Cluster $gap={2}>
    {course.category && <Badge $tone="brand">{course.category}</Badge>}
    <Badge $tone="accent" lang="en">
      {course.level}
    </Badge>
  </Cluster>
);

export function CourseFacts({ course }: { course: Pick<CourseSummary, 'moduleCount' | 'lessonCount' | 'duration'> }) {
  const { moduleCount, lessonCount, duration } = course;
  const time = formatDuration(duration);
  return (
    <Meta lang="en">
      <Fact icon={<BookIcon size={17} />}>{plural(moduleCount, 'module', 'modules')}</Fact>
      <Fact icon={<TextIcon size={17} />}>{plural(lessonCount, 'lesson', 'lessons')}</Fact>
      {time && <Fact icon={<ClockIcon size={17} />}>{time}</Fact>}
    </Meta>
  );
}
