import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { PlusIcon } from '@ki/shared/ui/icons.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { DataTable } from '../records/table/data-table.tsx';
import { Pages } from '../records/table/pages.tsx';
import type { WorkshopPage } from './data/list-workshops.ts';
import type { WorkshopsData } from './list-route.ts';
import { workshopColumns } from './workshop-columns.tsx';

const NOTHING: WorkshopPage = { workshops: [], total: 0 };

export function Component() {
  const { page, list } = useLoaderData<WorkshopsData>();
  return (
    <>
      <PageHead
        title="Workshops"
        subtitle="All workshops on offer"
        action={
          <ButtonLink to={addresses.newWorkshop} icon={<PlusIcon size={18} />}>
            New Workshop
          </ButtonLink>
        }
      />
      <Settled value={list} loading={<Loading>Loading...</Loading>}>
        {(result) => (
          <Stack>
            {!result.ok && <ReadFailed />}
            <WorkshopList page={page} list={result.ok ? result.data : NOTHING} />
          </Stack>
        )}
      </Settled>
    </>
  );
}

function WorkshopList({ page, list }: { readonly page: number; readonly list: WorkshopPage }) {
  if (list.workshops.length === 0 && page === 1) {
    return (
      <EmptyState
        text="No workshops yet"
        action={
          <ButtonLink to={addresses.newWorkshop} variant="secondary">
            Create Your First Workshop
          </ButtonLink>
        }
      />
    );
  }
  return (
    <>
      {list.workshops.length > 0 && <DataTable label="Workshops" columns={workshopColumns} rows={list.workshops} />}
      <Pages page={page} total={list.total} linkTo={(to) => (to > 1 ? `?page=${to}` : '?')} />
    </>
  );
}
