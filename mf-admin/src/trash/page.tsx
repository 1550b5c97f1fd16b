import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { useRef } from 'react';
import { useLoaderData, useRevalidator } from 'react-router-dom';
import { asStaff } from '../records/data/as-staff.ts';
import { restoreDeleted } from '../records/data/history.ts';
import type { Page } from '../records/data/records.ts';
import { deletedWith } from '../records/model/cascade-hint.ts';
import { tableLabel } from '../records/model/labels.ts';
import { PageHead } from '../records/page-head.tsx';
import { Moment } from '../records/part.tsx';
import { ReadResult } from '../records/read-result.tsx';
import type { ListData } from '../records/routes.ts';
import { columnsOf, DataTable, Pages } from '../records/table/data-table.tsx';
import { HANDOVER, useFocusHandover } from '../records/table/dialog-button.tsx';
import { RowTitle, titleId } from '../records/table/row.tsx';
import { restoreErrorText, useMessages } from '../records/undo/messages.ts';
import { useOperation } from '../records/use-operation.ts';
import type { TrashRow } from './data/list-trash.ts';

export function Component() {
  const { page, list } = useLoaderData<ListData<TrashRow>>();
  return (
    <>
      <PageHead title="Trash" subtitle="What was deleted in the last 30 days" />
      <ReadResult value={list}>{(data) => <TrashList page={page} list={data} />}</ReadResult>
    </>
  );
}

function TrashList({ page, list }: { readonly page: number; readonly list: Page<TrashRow> }) {
  if (list.rows.length === 0 && page === 1) return <EmptyState text="The trash is empty" />;
  return (
    <Stack>
      {list.rows.length > 0 && <DataTable label="Trash" columns={trashColumns} rows={list.rows} />}
      <Pages page={page} total={list.total} />
    </Stack>
  );
}

const trashColumns = columnsOf<TrashRow>([
  [
    'title',
    'Title',
    ({ id, title, moduleCount, lessonCount }) => (
      <RowTitle id={id} title={title} more={deletedWith(moduleCount, lessonCount).join(', ')} />
    ),
  ],
  ['relation', 'Kind', (row) => tableLabel(row.relation)],
  ['deletedAt', 'Deleted', (row) => <Moment at={row.deletedAt} />],
  ['deletedBy', 'By', (row) => row.deletedBy],
  ['actions', 'Actions', (row) => <RestoreButton row={row} />],
]);

function RestoreButton({ row: { id, title } }: { readonly row: TrashRow }) {
  const { revalidate } = useRevalidator();
  const { sayRestored } = useMessages();
  const button = useRef<HTMLButtonElement>(null);
  const handOver = useFocusHandover(button);
  const { run, busy, failed, error } = useOperation(async () => {
    handOver();
    const adjusted = await asStaff((client) => restoreDeleted(client, id));
    sayRestored(title, adjusted);
    await revalidate();
  });
  return (
    <Stack $gap={2}>
      <Button
        ref={button}
        variant="secondary"
        size="small"
        aria-describedby={titleId(id)}
        busy={busy}
        onClick={() => void run()}
        {...HANDOVER}
      >
        Restore
      </Button>
      {failed && <Notice tone="error">{restoreErrorText(error)}</Notice>}
    </Stack>
  );
}
