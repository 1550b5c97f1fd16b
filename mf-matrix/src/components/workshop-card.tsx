import { formatHours } from '@ki/shared/format/durations.ts';
import { Card, coversCard } from '@ki/shared/ui/card.tsx';
import { color, font, radius, size, space } from '@ki/shared/ui/theme.ts';
import { memo } from 'react';
import styled from 'styled-components';
import { AXES } from '../model/axes.ts';
import type { Workshop } from '../model/workshop.ts';
import type { OpenWorkshop } from './open-workshop.ts';
import { formatPrice } from './workshop-facts.tsx';

/** One styled element for the whole card, as a hundred cards change with every key press. */
const Frame = styled(Card)`
  content-visibility: auto;
  contain-intrinsic-block-size: auto 7.5rem;
  gap: ${space[3]};
  padding: ${space[5]};

  ul {
    display: flex;
    gap: ${space[1]};
    font-size: ${size.tiny};
    font-weight: 600;
    letter-spacing: 0.03em;
  }

  li {
    padding: 0.125rem 0.5rem;
    border-radius: ${radius.small};
    background: ${color.sunken};
    color: ${color.muted};
  }

  li:first-child {
    background: ${color.brandSoft};
    color: ${color.onBrandSoft};
  }

  h2 {
    font-size: ${size.h4};
    hyphens: auto;
  }

  a {
    ${coversCard}
    color: inherit;
    text-decoration: none;
  }

  &:hover a {
    color: ${color.link};
  }

  p {
    display: flex;
    justify-content: space-between;
    margin-block-start: auto;
    padding-block-start: ${space[3]};
    border-block-start: 1px solid ${color.line};
    color: ${color.muted};
    font-size: ${size.small};
    font-variant-numeric: tabular-nums;
  }

  p :last-child {
    color: ${color.text};
    font-family: ${font.heading};
    font-weight: 600;
  }
`;

interface WorkshopCardProps {
  readonly workshop: Workshop;
  readonly to: string;
  readonly open: OpenWorkshop;
}

export const WorkshopCard = memo(function WorkshopCard({ workshop, to, open }: WorkshopCardProps) {
  const { title, hours, price } = workshop;
  return (
    <Frame $interactive>
      <ul aria-label="Einordnung">
        {AXES.map(({ key }) => (
          <li key={key}>{workshop[key]}</li>
        ))}
      </ul>
      <h2>
        <a href={to} onClick={open}>
          {title}
        </a>
      </h2>
      <p>
        <span>{formatHours(hours)}</span>
        <span>{formatPrice(price)}</span>
      </p>
    </Frame>
  );
});
