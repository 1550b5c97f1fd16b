import type { RefCallback } from 'react';
import styled, { css } from 'styled-components';
import type { Video } from '../../format/video.ts';
import { type ButtonLook, buttonStyle } from '../button.tsx';
import { VideoIcon } from '../icons.tsx';
import { color, elevation, space } from '../theme.ts';
import { CardCover } from './cover.tsx';
import { VideoFrame } from './video-frame.ts';

const Label = styled.span<ButtonLook>`
  ${buttonStyle}
  max-inline-size: 100%;
  min-block-size: 2.875rem;
  padding-inline: ${space[4]};
  box-shadow: ${elevation.raised};
  overflow-wrap: anywhere;

  > svg {
    flex: none;
  }
`;

/** The whole cover can be pressed. */
const whole = css`
  position: absolute;
  inset: 0;
  place-items: center;
  padding: ${space[2]};
  border: 0;
  background: none;
  text-decoration: none;

  /* Two rings: one of them contrasts with each drawing. */
  &:focus-visible {
    outline: none;
  }

  &:focus-visible > span {
    outline: 0.1875rem solid ${color.focus};
    outline-offset: 0.1875rem;
    box-shadow: 0 0 0 0.1875rem ${color.ground};
  }
`;

const Play = styled.button`
  ${whole}
  display: grid;

  @media (scripting: none) {
    display: none;
  }
`;

const Watch = styled.a`
  ${whole}
  display: none;

  @media (scripting: none) {
    display: grid;
  }
`;

export interface VideoCoverProps {
  readonly video: Video;
  readonly title: string;
  /** The id of the text that says what a press does. */
  readonly explainedBy: string;
  readonly button?: RefCallback<HTMLButtonElement> | undefined;
  readonly onPlay: () => void;
}

/** Stands in the place of a player and asks nothing of the video's service. Without scripts it is a link. */
export const VideoCover = ({ video, title, explainedBy, button, onPlay }: VideoCoverProps) => (
  <VideoFrame data-print="hide">
    <CardCover title={title} />
    <Play ref={button} type="button" aria-describedby={explainedBy} onClick={onPlay}>
      <Label $variant="accent" $size="small">
        <VideoIcon />
        Video von {video.service} abspielen
      </Label>
    </Play>
    <Watch href={video.page} rel="noopener noreferrer" aria-describedby={explainedBy}>
      <Label $variant="accent" $size="small">
        <VideoIcon />
        Video bei {video.service} ansehen
      </Label>
    </Watch>
  </VideoFrame>
);
