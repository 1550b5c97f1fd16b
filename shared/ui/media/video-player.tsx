import type { Ref } from 'react';
import styled from 'styled-components';
import type { Video } from '../../format/video.ts';
import { ButtonLink } from '../button.tsx';
import { VideoIcon } from '../icons.tsx';
import { radius } from '../theme.ts';

const Frame = styled.div`
  aspect-ratio: 16 / 9;
  border-radius: ${radius.medium};
  overflow: clip;
  background: #000;

  > iframe,
  > video {
    inline-size: 100%;
    block-size: 100%;
    border: 0;
  }
`;

export interface VideoPlayerProps {
  readonly video: Video;
  readonly title: string;
  readonly frame?: Ref<HTMLIFrameElement>;
  readonly onEnded?: () => void;
}

export function VideoPlayer({ video, title, frame, onEnded }: VideoPlayerProps) {
  if (video.kind === 'link') {
    return (
      <div>
        <ButtonLink to={video.src} variant="secondary" icon={<VideoIcon />} rel="noopener noreferrer">
          Video ansehen ({new URL(video.src).hostname})
        </ButtonLink>
      </div>
    );
  }
  return (
    <Frame data-print="hide">
      {video.kind === 'file' ? (
        // biome-ignore lint/a11y/useMediaCaption: a lesson has an address of its video, none of captions
        <video src={video.src} controls preload="metadata" aria-label={title} onEnded={onEnded} />
      ) : (
        <iframe
          ref={frame}
          src={video.src}
          title={`Video: ${title}`}
          loading="lazy"
          allow="fullscreen; picture-in-picture; encrypted-media"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      )}
    </Frame>
  );
}
