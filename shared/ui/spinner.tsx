import styled, { keyframes } from 'styled-components';

const turn = keyframes`
  to { rotate: 1turn; }
`;

/** Turning arc in the colour and size of the text. Decorative: say in words what is under way. */
export const Spinner = styled.span.attrs({ 'aria-hidden': true })`
  display: inline-block;
  flex: none;
  inline-size: 1em;
  block-size: 1em;
  border: 0.14em solid transparent;
  border-block-start-color: currentColor;
  border-inline-end-color: currentColor;
  border-radius: 50%;
  animation: ${turn} 800ms linear infinite;
`;
