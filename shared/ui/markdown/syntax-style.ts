import { css } from 'styled-components';
import { codeColor } from '../code-color.ts';

export const syntaxStyle = css`
  .hljs-comment,
  .hljs-quote,
  .hljs-meta {
    color: ${codeColor.codeComment};
  }

  .hljs-keyword,
  .hljs-selector-tag,
  .hljs-literal,
  .hljs-type {
    color: ${codeColor.codeKeyword};
  }

  .hljs-string,
  .hljs-regexp,
  .hljs-symbol,
  .hljs-bullet,
  .hljs-link {
    color: ${codeColor.codeString};
  }

  .hljs-number,
  .hljs-variable,
  .hljs-template-variable,
  .hljs-selector-attr,
  .hljs-selector-pseudo {
    color: ${codeColor.codeNumber};
  }

  .hljs-title,
  .hljs-section,
  .hljs-built_in,
  .hljs-selector-class,
  .hljs-selector-id {
    color: ${codeColor.codeTitle};
  }

  .hljs-name,
  .hljs-tag,
  .hljs-attr,
  .hljs-attribute,
  .hljs-property {
    color: ${codeColor.codeName};
  }

  .hljs-addition {
    color: ${codeColor.codeAdded};
  }

  .hljs-deletion {
    color: ${codeColor.codeRemoved};
  }

  .hljs-emphasis {
    font-style: italic;
  }

  .hljs-strong {
    font-weight: 700;
  }
`;
