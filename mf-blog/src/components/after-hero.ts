import { css, keyframes } from 'styled-components';

const fromSecondFrame = keyframes`
  from {
    content-visibility: var(--first-frame, hidden);
  }
`;

/**
 * For what lies below a page's hero: the hero shows first, and the larger part of the work comes one frame later. Whoever
 * uses it says with `contain-intrinsic-block-size` how much room it takes until then.
 */
export const afterHero = css`
  animation: ${fromSecondFrame} 1ms step-end;

  /* What does not show cannot be scrolled to: whoever comes for a section gets all at once. */
  &:has(:target) {
    --first-frame: visible;
  }
`;
