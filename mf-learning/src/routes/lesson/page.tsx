import { paths } from '@ki/shared/contract/paths.ts';
import { formatDuration } from '@ki/shared/format/durations.ts';
import { videoOf } from '@ki/shared/format/video.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { Meta } from '@ki/shared/ui/card.tsx';
import { CheckIcon, ClockIcon } from '@ki/shared/ui/icons.tsx';
import { PreparedText } from '@ki/shared/ui/markdown/prepared-text.tsx';
import { Transcript } from '@ki/shared/ui/media/transcript.tsx';
import { Missing } from '@ki/shared/ui/page/found.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { useCallback } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { Fact } from '../../components/fact.tsx';
import { LessonVideo, ReadToEnd } from '../../components/lesson-end.tsx';
import { LessonTypeIcon } from '../../components/typography.tsx';
import { markDone, useProgress } from '../../components/use-progress.ts';
import { captionsAddress, type Lesson } from '../../model/course.ts';
import type { LessonData } from './route.ts';

export function Component() {
  const { courseSlug, lessonId, lesson } = useLoaderData<LessonData>();
  return (
    <Settled key={lessonId} value={lesson} loading={<Loading lang="en">Loading...</Loading>}>
      {(result) =>
        result.ok ? (
          <LessonArticle lesson={result.data} captions={captionsAddress({ courseSlug, lessonId })} />
        ) : (
          <Missing title="Lesson Not Found" failed={result.code !== 'not_found'}>
            <Link to={paths.course({ slug: courseSlug })}>Zur Kursübersicht</Link>
          </Missing>
        )
      }
    </Settled>
  );
}

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

function LessonArticle({ lesson, captions }: { lesson: Lesson; captions: string }) {
  const { id, courseId, title, type, duration, videoUrl, hasCaptions, transcript, text } = lesson;
  const video = videoOf(videoUrl);
  const isWatched = type === 'video' && video !== null && video.kind !== 'link';
  const time = formatDuration(duration);
  const finish = useCallback(() => markDone(courseId, id, true), [courseId, id]);
  return (
    <Article>
      {video && (
        <LessonVideo video={video} title={title} captions={hasCaptions ? captions : undefined} onEnded={finish} />
      )}
      <Title>
        <LessonTypeIcon type={type} size={30} />
        <span>{title}</span>
      </Title>
      {time && (
        <Meta>
          <Fact icon={<ClockIcon size={17} />}>{time}</Fact>
        </Meta>
      )}
      {transcript && (
        <Transcript>
          <PreparedText name="transcript" text={transcript.text} />
        </Transcript>
      )}
      <PreparedText name="text" text={text} />
      {!isWatched && <ReadToEnd onEnd={finish} />}
      <DoneToggle courseId={courseId} lessonId={id} />
    </Article>
  );
}

const Toggle = styled(Button)`
  align-self: start;

  &[aria-pressed='true'] {
    background: ${color.successSoft};
    border-color: ${color.success};
    color: ${color.success};
  }

  @media (scripting: none) {
    display: none;
  }
`;

function DoneToggle({ courseId, lessonId }: { readonly courseId: string; readonly lessonId: string }) {
  const isDone = useProgress(courseId).has(lessonId);
  return (
    <Toggle
      variant="secondary"
      size="small"
      icon={<CheckIcon size={18} />}
      aria-pressed={isDone}
      data-print="hide"
      onClick={() => markDone(courseId, lessonId, !isDone)}
    >
      Erledigt
    </Toggle>
  );
}
