import styled, { css } from 'styled-components';
import { color, motion, radius, size, space } from '../theme.ts';

export const controlStyle = css`
  inline-size: 100%;
  min-block-size: 2.875rem;
  padding: ${space[2]} ${space[3]};
  border: 1px solid ${color.edge};
  border-radius: ${radius.small};
  background: ${color.surface};
  color: ${color.text};
  /* Phones zoom into fields below 16 px. */
  font-size: max(1rem, ${size.small});
  line-height: 1.45;
  transition: border-color ${motion.quick};

  &:hover:not(:disabled) {
    border-color: ${color.brand};
  }

  &:focus-visible {
    outline-offset: 0;
    border-color: ${color.focus};
    border-radius: ${radius.small};
  }

  &[aria-invalid='true'] {
    border-color: ${color.danger};
    box-shadow: inset 0 0 0 1px ${color.danger};
  }

  &:disabled {
    background: ${color.sunken};
    color: ${color.muted};
  }

  &[type='range'] {
    padding-inline: 0;
    border-color: transparent;
    background: none;
  }

  &::placeholder {
    color: ${color.muted};
    opacity: 1;
  }
`;

/** A control with an icon over its start or end; the icon comes second, so that it does not move the control. */
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
