import { formatHours } from '@ki/shared/format/durations.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Card, coversCard } from '@ki/shared/ui/card.tsx';
import { ArrowLeftIcon, ArrowRightIcon } from '@ki/shared/ui/icons.tsx';
import { Grid } from '@ki/shared/ui/layout.tsx';
import { color, font, radius, size, space } from '@ki/shared/ui/theme.ts';
import { memo } from 'react';
import styled from 'styled-components';
import { AXES } from '../model/axes.ts';
import type { Page } from '../model/listing.ts';
import { addressOf, type View } from '../model/view.ts';
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

const WorkshopCard = memo(function WorkshopCard({ workshop, to, open }: WorkshopCardProps) {
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

interface WorkshopCardsProps {
  readonly page: Page<Workshop>;
  readonly view: View;
  readonly links: View;
  readonly open: OpenWorkshop;
}

export const WorkshopCards = ({ page, view, links, open }: WorkshopCardsProps) => (
  <>
    <Grid>
      {page.entries.map((workshop) => (
        <WorkshopCard
          key={workshop.id}
          workshop={workshop}
          to={addressOf({ ...links, workshop: workshop.id })}
          open={open}
        />
      ))}
    </Grid>
    <Pager page={page} view={view} />
  </>
);

const Row = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: ${space[3]} ${space[5]};
  padding-block: ${space[5]};

  p {
    color: ${color.muted};
    font-variant-numeric: tabular-nums;
  }
`;

function Pager({ page, view }: { page: Page<unknown>; view: View }) {
  const { number, count, first, last } = page;
  if (count === 1) return null;
  const to = (target: number) => addressOf({ ...view, page: target, workshop: null });
  return (
    <Row aria-label="Seiten">
      {number > 1 && (
        <ButtonLink to={to(number - 1)} rel="prev" variant="secondary" icon={<ArrowLeftIcon size={18} />}>
          Vorherige
        </ButtonLink>
      )}
      <p>{`Workshops ${first} bis ${last}, Seite ${number} von ${count}`}</p>
      {number < count && (
        <ButtonLink to={to(number + 1)} rel="next" variant="secondary">
          Weitere
          <ArrowRightIcon size={18} />
        </ButtonLink>
      )}
    </Row>
  );
}
