import { type RefCallback, useCallback, useId, useState } from 'react';
import styled from 'styled-components';
import type { Video } from '../../format/video.ts';
import { Button, ButtonLink } from '../button.tsx';
import { VideoIcon } from '../icons.tsx';
import { color, size, space } from '../theme.ts';
import { allowService, useIsAllowed } from './allowed-services.ts';
import { VideoCover } from './video-cover.tsx';
import { VideoFrame } from './video-frame.ts';

const Whole = styled.div`
  display: grid;
  gap: ${space[2]};
`;

const Line = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[1]} ${space[4]};
  min-block-size: 2.25rem;
  color: ${color.muted};
  font-size: ${size.small};
`;

/** The margin cancels the padding of the button, so that its label aligns with the line when it wraps. */
const End = styled(Button)`
  margin-inline-start: -0.875rem;
`;

const PrintedAddress = styled.p`
  display: none;
  overflow-wrap: anywhere;

  @media print {
    display: block;
  }
`;

export interface VideoPlayerProps {
  readonly video: Video;
  readonly title: string;
  /** The address of German captions for a file; other players have their own. */
  readonly captions?: string | undefined;
  readonly frame?: RefCallback<HTMLIFrameElement> | undefined;
  readonly onEnded?: (() => void) | undefined;
}

/** A video, of whose service nothing is asked before a press. Other addresses than those of videos are links. */
export const VideoPlayer = (props: VideoPlayerProps) =>
  props.video.kind === 'link' ? (
    <div>
      <ButtonLink to={props.video.page} variant="secondary" icon={<VideoIcon />} rel="noopener noreferrer">
        Video ansehen ({props.video.service})
      </ButtonLink>
    </div>
  ) : (
    <AskingPlayer key={props.video.src} {...props} />
  );

const focus = (element: HTMLElement | null) => element?.focus();

function AskingPlayer(props: VideoPlayerProps) {
  const { video, title } = props;
  const { service, page } = video;
  const isAllowed = useIsAllowed(service);
  /** The press here, which moves the focus to what takes the place of the pressed button. */
  const [pressed, setPressed] = useState<'play' | 'end' | null>(null);
  const line = useId();
  function press(what: 'play' | 'end'): void {
    setPressed(what);
    allowService(service, what === 'play');
  }
  return (
    <Whole>
      {isAllowed ? (
        <Player {...props} isPressed={pressed === 'play'} />
      ) : (
        <VideoCover
          video={video}
          title={title}
          explainedBy={line}
          button={pressed === 'end' ? focus : undefined}
          onPlay={() => press('play')}
        />
      )}
      {isAllowed ? (
        <Line data-print="hide">
          <span id={line}>{service} ist für diesen Besuch erlaubt.</span>
          <End variant="quiet" size="small" aria-describedby={line} onClick={() => press('end')}>
            Nicht mehr erlauben
          </End>
        </Line>
      ) : (
        <Line id={line} data-print="hide">
          Erst nach dem Klick verbindet sich Ihr Browser mit {service}.
        </Line>
      )}
      <PrintedAddress>Video: {page}</PrintedAddress>
    </Whole>
  );
}

interface PlayerProps extends VideoPlayerProps {
  readonly isPressed: boolean;
}

/** A press begins to play. A service that was allowed before waits for its own button. */
function Player({ video, title, captions, frame, onEnded, isPressed }: PlayerProps) {
  const embedded = useCallback<RefCallback<HTMLIFrameElement>>(
    (element) => {
      if (isPressed) focus(element);
      return frame?.(element);
    },
    [isPressed, frame],
  );
  return (
    <VideoFrame data-print="hide">
      {video.kind === 'file' ? (
        // biome-ignore lint/a11y/useMediaCaption: a track only where the lesson has captions
        <video
          ref={isPressed ? focus : undefined}
          src={video.src}
          controls
          autoPlay={isPressed}
          preload="none"
          aria-label={title}
          onEnded={onEnded}
        >
          {captions !== undefined && <track kind="captions" src={captions} srcLang="de" label="Deutsch" default />}
        </video>
      ) : (
        <iframe
          ref={embedded}
          src={isPressed ? `${video.src}&autoplay=1` : video.src}
          title={`Video: ${title}`}
          loading="lazy"
          allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      )}
    </VideoFrame>
  );
}
