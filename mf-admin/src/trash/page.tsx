import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData } from 'react-router-dom';
import type { Page } from '../records/data/records.ts';
import type { TrashRow } from '../records/model/trash.ts';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { DataTable } from '../records/table/data-table.tsx';
import { Pages } from '../records/table/pages.tsx';
import type { TrashData } from './loader.ts';
import { trashColumns } from './trash-columns.tsx';

export function Component() {
  const { page, list } = useLoaderData<TrashData>();
  return (
    <>
      <PageHead title="Trash" subtitle="What was deleted in the last 30 days" />
      <Settled value={list} loading={<Loading>Loading...</Loading>}>
        {(result) => (result.ok ? <TrashList page={page} list={result.data} /> : <ReadFailed />)}
      </Settled>
    </>
  );
}

function TrashList({ page, list }: { readonly page: number; readonly list: Page<TrashRow> }) {
  if (list.rows.length === 0 && page === 1) return <EmptyState text="The trash is empty" />;
  return (
    <Stack>
      {list.rows.length > 0 && <DataTable label="Trash" columns={trashColumns} rows={list.rows} />}
      <Pages page={page} total={list.total} linkTo={(to) => (to > 1 ? `?page=${to}` : '?')} />
    </Stack>
  );
}
