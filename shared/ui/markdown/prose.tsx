import styled from 'styled-components';
import { codeColor } from '../code-color.ts';
import { pictureGround } from '../media/picture-ground.ts';
import { color, font, leading, radius, size, space, width } from '../theme.ts';
import { visuallyHidden } from '../visually-hidden.tsx';
import { syntaxStyle } from './syntax-style.ts';

export const Prose = styled.div`
  max-inline-size: ${width.measure};
  font-size: ${size.text};
  line-height: ${leading.text};
  hyphens: auto;
  hyphenate-limit-chars: 8 4 4;
  hanging-punctuation: first allow-end last;

  > * + * {
    margin-block-start: 1.15em;
  }

  > :is(h2, h3, h4, h5, h6) {
    margin-block-start: 1.9em;
    scroll-margin-block-start: ${space[4]};
  }

  > :is(h2, h3, h4, h5, h6) + * {
    margin-block-start: 0.65em;
  }

  a[data-section-link] {
    color: inherit;
    text-decoration: none;
  }

  a[data-section-link]:is(:hover, :focus-visible)::after {
    content: ' #' / '';
    color: ${color.link};
  }

  > :first-child {
    margin-block-start: 0;
  }

  h2 {
    font-size: ${size.h2};
  }

  strong {
    font-weight: 650;
  }

  :is(ul, ol) {
    padding-inline-start: 1.45em;
  }

  ul {
    list-style: disc;
  }

  ol {
    list-style: decimal;
  }

  li + li,
  li > :is(ul, ol),
  li > * + * {
    margin-block-start: 0.4em;
  }

  li::marker {
    color: ${color.link};
    font-variant-numeric: tabular-nums;
  }

  li:has(> input, > p > input) {
    list-style: none;
    margin-inline-start: -1.45em;
  }

  input[type='checkbox'] {
    inline-size: 1.05em;
    block-size: 1.05em;
    margin-inline-end: 0.4em;
    vertical-align: -0.12em;
    accent-color: ${color.brand};
  }

  blockquote {
    padding: ${space[1]} 0 ${space[1]} ${space[5]};
    border-inline-start: 0.25rem solid ${color.mark};
    font-family: ${font.heading};
    font-size: 1.12em;
    line-height: 1.5;
  }

  blockquote > * + * {
    margin-block-start: 0.7em;
  }

  hr {
    inline-size: 6rem;
    margin: ${space[6]} auto;
    border: 0;
    border-block-start: 0.125rem solid ${color.mark};
  }

  img {
    display: inline-block;
    border-radius: ${radius.small};
    background: ${pictureGround('transparent')};
  }

  p > img:only-child:not([width]) {
    display: block;
    inline-size: 100%;
    aspect-ratio: auto 3 / 2;
    background: ${pictureGround(color.sunken)};
  }

  :not(pre) > code {
    padding: 0.12em 0.36em;
    border-radius: 0.25rem;
    background: ${codeColor.code};
    color: ${codeColor.onCode};
    font: 0.89em ${font.code};
    hyphens: none;
    overflow-wrap: anywhere;
  }

  figure[data-code] {
    position: relative;
    overflow: clip;
    border: 1px solid ${color.line};
    border-radius: ${radius.small};
    background: ${codeColor.code};
    color: ${codeColor.onCode};
    hyphens: none;
  }

  button[data-copy] {
    display: none;
    position: absolute;
    inset-block-start: 0.1875rem;
    inset-inline-end: 0.1875rem;
  }

  figure[data-code] > figcaption {
    padding: ${space[1]} ${space[4]};
    border-block-end: 1px solid ${color.line};
    color: ${color.muted};
    font-size: ${size.tiny};
    font-weight: 600;
    letter-spacing: 0.02em;
  }

  pre {
    overflow-x: auto;
    padding: ${space[4]};
    font: 0.9375rem / 1.6 ${font.code};
    tab-size: 2;
  }

  pre code {
    font: inherit;
  }

  figure[data-code] :focus-visible,
  div[data-scroll]:focus-visible {
    outline-offset: -0.1875rem;
  }

  div[data-scroll] {
    overflow-x: auto;
    border: 1px solid ${color.line};
    border-radius: ${radius.small};
    /* The second gradient is a shadow that says that there is more; at the end of the table the first one covers it. */
    background:
      linear-gradient(270deg, ${color.ground} 1.5rem, transparent) 100% / 3rem no-repeat local,
      linear-gradient(270deg, ${color.line}, transparent) 100% / 1.5rem no-repeat;
  }

  table {
    inline-size: 100%;
    table-layout: fixed;
    border-collapse: collapse;
    font-size: ${size.small};
    line-height: 1.5;
    hyphens: none;
    overflow-wrap: break-word;
  }

  :is(th, td) {
    padding: ${space[2]} ${space[4]};
    text-align: start;
    vertical-align: top;
  }

  tr + tr :is(th, td),
  tbody :is(th, td) {
    border-block-start: 1px solid ${color.line};
  }

  thead {
    background: ${color.sunken};
  }

  [data-align='center'] {
    text-align: center;
  }

  [data-align='right'] {
    text-align: end;
  }

  section[data-footnotes] {
    margin-block-start: ${space[6]};
    padding-block-start: ${space[4]};
    border-block-start: 1px solid ${color.line};
    font-size: ${size.small};
  }

  .sr-only {
    ${visuallyHidden}
  }

  ${syntaxStyle}
`;
