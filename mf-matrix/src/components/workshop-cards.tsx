import { Grid } from '@ki/shared/ui/layout.tsx';
import type { Page } from '../model/pages.ts';
import { addressOf, type View } from '../model/view.ts';
import type { Workshop } from '../model/workshop.ts';
import { Pager } from './pager.tsx';
import type { OpenWorkshop } from './use-open-workshop.ts';
import { WorkshopCard } from './workshop-card.tsx';

interface WorkshopCardsProps {
  readonly page: Page<Workshop>;
  readonly view: View;
  readonly links: View;
  readonly open: OpenWorkshop;
}

/** One page of the workshops as cards. */
export function WorkshopCards({ page, view, links, open }: WorkshopCardsProps) {
  return (
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
}
