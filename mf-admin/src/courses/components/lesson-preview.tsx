import { formatDuration } from '@ki/shared/format/durations.ts';
import { videoOf } from '@ki/shared/format/video.ts';
import { ClockIcon, TextIcon, VideoIcon } from '@ki/shared/ui/icons.tsx';
import { Transcript } from '@ki/shared/ui/media/transcript.tsx';
import { VideoPlayer } from '@ki/shared/ui/media/video-player.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, font, radius, size, space } from '@ki/shared/ui/theme.ts';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import { Suspense } from 'react';
import styled from 'styled-components';
import { MarkdownText } from '../../text/markdown.tsx';
import type { LessonType } from '../model/course-outline.ts';

export const LessonTypeIcon = ({ type, size = 18 }: { readonly type: LessonType; readonly size?: number }) => (
  <>
    {type === 'video' ? <VideoIcon size={size} /> : <TextIcon size={size} />}
    <VisuallyHidden>{type === 'video' ? 'Video: ' : 'Text: '}</VisuallyHidden>
  </>
);

const Article = styled.article`
  display: flex;
  flex-direction: column;
  gap: ${space[5]};
  min-inline-size: 0;
  max-inline-size: 46rem;
  padding: clamp(${space[4]}, 4vw, ${space[6]});
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.ground};
  overflow-wrap: anywhere;
`;

const Title = styled.p`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space[3]};
  align-items: start;
  font: 600 ${size.h2} / 1.2 ${font.heading};

  > svg {
    margin-block-start: 0.1em;
    color: ${color.link};
  }
`;

const Time = styled.p`
  display: flex;
  align-items: center;
  gap: ${space[2]};
  color: ${color.muted};
`;

export interface LessonPreviewProps {
  readonly title: string;
  readonly type: LessonType;
  /** HH:MM:SS. */
  readonly duration: string;
  readonly videoUrl: string;
  readonly content: string;
  readonly transcript: string;
}

export function LessonPreview({ title, type, duration, videoUrl, content, transcript }: LessonPreviewProps) {
  const video = videoOf(videoUrl);
  const time = formatDuration(duration);
  return (
    <Article lang="de">
      {video && <VideoPlayer video={video} title={title} />}
      <Title>
        <LessonTypeIcon type={type} size={28} />
        <span>{title}</span>
      </Title>
      {time && (
        <Time>
          <ClockIcon size={17} />
          {time}
        </Time>
      )}
      <Suspense fallback={<Loading lang="en">Loading...</Loading>}>
        {transcript.trim() !== '' && (
          <Transcript>
            <MarkdownText source={transcript} idPrefix="transkript-" />
          </Transcript>
        )}
        {content.trim() !== '' && <MarkdownText source={content} />}
      </Suspense>
    </Article>
  );
}
