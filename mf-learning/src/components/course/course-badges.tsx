import { Badge } from '@ki/shared/ui/badge.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import type { CourseSummary } from '../../model/course.ts';

/** Category and level. */
export const CourseBadges = ({ course }: { course: Pick<CourseSummary, 'category' | 'level'> }) => (
  <Cluster $gap={2}>
    {course.category && <Badge $tone="brand">{course.category}</Badge>}
    <Badge $tone="accent" lang="en">
      {course.level}
    </Badge>
  </Cluster>
);
