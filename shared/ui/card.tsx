import styled, { css } from 'styled-components';
import { color, elevation, motion, radius, space } from './theme.ts';

/** `$interactive` lifts a card on hover, for cards with a link over the whole card. */
export const Card = styled.article<{ $interactive?: boolean }>`
  position: relative;
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  overflow: clip;
  background: ${color.surface};
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  box-shadow: ${elevation.raised};

  ${(props) =>
    props.$interactive &&
    css`
      transition:
        translate ${motion.calm},
        box-shadow ${motion.calm},
        border-color ${motion.calm};

      &:hover {
        translate: 0 -0.1875rem;
        border-color: ${color.edge};
        box-shadow: ${elevation.lifted};
      }

      &:focus-within:has(:focus-visible) {
        border-color: ${color.focus};
      }
    `}
`;

export const CardBody = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: ${space[3]};
  padding: ${space[5]};
`;

export const CardFooter = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[3]};
  margin-block-start: auto;
  padding-block-start: ${space[3]};
`;

/** For the link or button whose target is the whole card; other links in the card stay reachable. */
export const coversCard = css`
  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: inherit;
  }
`;

export const Meta = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[1]} ${space[4]};
  color: ${color.muted};
  font-size: 0.9375rem;
  font-variant-numeric: tabular-nums;

  a {
    position: relative;
    z-index: 1;
  }
`;
