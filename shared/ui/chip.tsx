import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { color, motion, radius, size, space } from './theme.ts';

const StyledChip = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space[2]};
  min-block-size: 2.5rem;
  padding: ${space[1]} 0.9375rem;
  border: 1px solid ${color.edge};
  border-radius: ${radius.round};
  background: ${color.surface};
  color: ${color.text};
  font-size: ${size.small};
  line-height: 1.25;
  text-align: start;
  transition: background-color ${motion.quick};

  &:hover {
    background: ${color.brandSoft};
    color: ${color.onBrandSoft};
  }

  &:focus-visible {
    border-radius: ${radius.round};
  }

  &[aria-pressed='true'] {
    background: ${color.brand};
    border-color: ${color.brand};
    color: ${color.onBrand};
    font-weight: 600;
  }

  /* Reserves the tick's space, so that chips do not move. */
  &::before {
    content: '';
    inline-size: 0.625rem;
    block-size: 0.625rem;
    border: 0.125rem solid currentColor;
    border-radius: 50%;
    opacity: 0.55;
  }

  &[aria-pressed='true']::before {
    background: currentColor;
    opacity: 1;
  }

  @media (forced-colors: active) {
    &[aria-pressed='true'] {
      border-width: 3px;
    }
  }
`;

export interface ChipProps extends Omit<ComponentProps<'button'>, 'type' | 'aria-pressed'> {
  readonly pressed: boolean;
  readonly type?: 'button' | 'submit';
}

export const Chip = ({ pressed, type = 'button', ...rest }: ChipProps) => (
  <StyledChip {...rest} type={type} aria-pressed={pressed} />
);
