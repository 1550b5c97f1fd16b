import { formatDuration } from '@ki/shared/format/durations.ts';
import { videoOf } from '@ki/shared/format/video.ts';
import { Meta } from '@ki/shared/ui/card.tsx';
import { ClockIcon } from '@ki/shared/ui/icons.tsx';
import { PreparedText } from '@ki/shared/ui/markdown/prepared-text.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import type { Lesson } from '../../model/course.ts';
import { LessonTypeIcon } from '../course/lesson-type-icon.tsx';
import { Fact } from '../fact.tsx';
import { markDone } from '../progress/progress-store.ts';
import { DoneToggle } from './done-toggle.tsx';
import { LessonVideo } from './lesson-video.tsx';
import { ReadToEnd } from './read-to-end.tsx';

const Article = styled.article`
  display: flex;
  flex-direction: column;
  gap: ${space[5]};
  max-inline-size: 46rem;
`;

const Title = styled.h1`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space[3]};
  font-size: ${size.h1};

  > span:first-child {
    padding-block-start: 0.1em;
    color: ${color.link};
  }
`;

/** A lesson: its video, what it is, its text. */
export function LessonArticle({ lesson }: { lesson: Lesson }) {
  const { id, courseId, title, type, duration, videoUrl, text } = lesson;
  const video = videoOf(videoUrl);
  const isWatched = type === 'video' && video !== null && video.kind !== 'link';
  const time = formatDuration(duration);
  const finish = () => markDone(courseId, id, true);
  return (
    <Article>
      {video && <LessonVideo video={video} title={title} onEnded={finish} />}
      <Title>
        <LessonTypeIcon type={type} size={30} />
        <span>{title}</span>
      </Title>
      {time && (
        <Meta>
          <Fact icon={<ClockIcon size={17} />}>{time}</Fact>
        </Meta>
      )}
      <PreparedText text={text} />
      {!isWatched && <ReadToEnd onEnd={finish} />}
      <DoneToggle courseId={courseId} lessonId={id} />
    </Article>
  );
}
