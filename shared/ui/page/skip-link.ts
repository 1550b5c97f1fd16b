import styled from 'styled-components';
import { color, radius, space } from '../theme.ts';

/** Visible with the focus only; `href` names the content's id. */
export const SkipLink = styled.a`
  position: absolute;
  inset-block-start: ${space[2]};
  inset-inline-start: ${space[2]};
  z-index: 100;
  padding: ${space[2]} ${space[4]};
  border-radius: ${radius.small};
  background: ${color.surface};
  color: ${color.link};

  &:not(:focus) {
    clip-path: inset(50%);
    inline-size: 1px;
    block-size: 1px;
    padding: 0;
    overflow: hidden;
    white-space: nowrap;
  }
`;
