import { css } from 'styled-components';
import { color } from '../theme.ts';

/** Colours of highlighted code, by the class names of highlight.js. */
export const syntaxStyle = css`
  .hljs-comment,
  .hljs-quote,
  .hljs-meta {
    color: ${color.codeComment};
  }

  .hljs-keyword,
  .hljs-selector-tag,
  .hljs-literal,
  .hljs-type {
    color: ${color.codeKeyword};
  }

  .hljs-string,
  .hljs-regexp,
  .hljs-symbol,
  .hljs-bullet,
  .hljs-link {
    color: ${color.codeString};
  }

  .hljs-number,
  .hljs-variable,
  .hljs-template-variable,
  .hljs-selector-attr,
  .hljs-selector-pseudo {
    color: ${color.codeNumber};
  }

  .hljs-title,
  .hljs-section,
  .hljs-built_in,
  .hljs-selector-class,
  .hljs-selector-id {
    color: ${color.codeTitle};
  }

  .hljs-name,
  .hljs-tag,
  .hljs-attr,
  .hljs-attribute,
  .hljs-property {
    color: ${color.codeName};
  }

  .hljs-addition {
    color: ${color.codeAdded};
  }

  .hljs-deletion {
    color: ${color.codeRemoved};
  }

  .hljs-emphasis {
    font-style: italic;
  }

  .hljs-strong {
    font-weight: 700;
  }
`;
