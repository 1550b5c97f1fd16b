import { color, from, motion, radius } from '@ki/shared/ui/theme.ts';
import styled, { css } from 'styled-components';

/** An icon on the header that can be pressed. */
export const RoundButton = styled.button.attrs((props) => ({ type: props.type ?? 'button' }))<{ $onlySmall?: boolean }>`
  display: grid;
  place-items: center;
  inline-size: 2.75rem;
  block-size: 2.75rem;
  border: 0;
  border-radius: ${radius.round};
  background: transparent;
  color: ${color.onBanner};
  transition: background ${motion.quick};

  &:hover {
    background: rgb(255 255 255 / 0.14);
  }

  &:focus-visible {
    border-radius: ${radius.round};
  }

  ${(props) =>
    props.$onlySmall &&
    css`
      @media (scripting: none) {
        display: none;
      }

      ${from.large} {
        display: none;
      }
    `}
`;
