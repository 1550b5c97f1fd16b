import styled from 'styled-components';
import { color, space } from './theme.ts';

/** A control with an icon over its beginning or end. The icon comes after the control, which would else move when it arrives. */
export const WithIcon = styled.div<{ readonly $at: 'start' | 'end' }>`
  position: relative;

  > svg {
    position: absolute;
    inset-block: 0;
    inset-inline-${({ $at }) => $at}: ${({ $at }) => ($at === 'start' ? space[4] : space[3])};
    margin-block: auto;
    color: ${color.muted};
    pointer-events: none;
  }
`;
