import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { ArrowLeftIcon, ArrowRightIcon } from '@ki/shared/ui/icons.tsx';
import { Grid } from '@ki/shared/ui/layout.tsx';
import { color, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import type { Page } from '../model/listing.ts';
import { addressOf, type View } from '../model/view.ts';
import type { Workshop } from '../model/workshop.ts';
import type { OpenWorkshop } from './open-workshop.ts';
import { WorkshopCard } from './workshop-card.tsx';

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
