import styled from 'styled-components';
import { radius } from '../theme.ts';

/** The place of a video, the same before and after the press. */
export const VideoFrame = styled.div`
  position: relative;
  aspect-ratio: 16 / 9;
  border-radius: ${radius.medium};
  overflow: clip;

  > :is(iframe, video, svg) {
    inline-size: 100%;
    block-size: 100%;
    border: 0;
  }

  > :is(iframe, video) {
    background: #000;
  }
`;
