import { css } from 'styled-components';

/** An attribute of the root while a screen shows nothing but the text that somebody writes. */
export const ONLY_TEXT = 'data-only-text';

/** A part of a screen that is not the text. */
export const besideText = css`
  :root[${ONLY_TEXT}] & {
    display: none;
  }
`;
