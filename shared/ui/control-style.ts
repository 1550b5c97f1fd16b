import { css } from 'styled-components';
import { color, motion, radius, size, space } from './theme.ts';

/** The look of everything one can type into or choose from. */
export const controlStyle = css`
  inline-size: 100%;
  min-block-size: 2.875rem;
  padding: ${space[2]} ${space[3]};
  border: 1px solid ${color.edge};
  border-radius: ${radius.small};
  background: ${color.surface};
  color: ${color.text};
  /* Not below 16 px: phones zoom into smaller fields. */
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
