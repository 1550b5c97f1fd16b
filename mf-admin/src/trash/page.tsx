import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { useContext, useRef } from 'react';
import { useLoaderData, useRevalidator } from 'react-router-dom';
import type { Page } from '../kinds/data/records.ts';
import { tableLabel } from '../kinds/model/labels.ts';
import { RecordKinds } from '../kinds/record-kinds.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { ReadResult } from '../kit/failures.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { Moment } from '../kit/part.tsx';
import { columnsOf, DataTable, Pages } from '../kit/table/data-table.tsx';
import { RowTitle, titleId } from '../kit/table/row.tsx';
import { HANDOVER, useFocusHandover } from '../kit/table/row-buttons.tsx';
import { useOperation } from '../kit/use-operation.ts';
import type { ListData } from '../records/routes.ts';
import { restoreDeleted } from '../versions/data/restore.ts';
import { deletedWith } from '../versions/delete-button.tsx';
import { restoreErrorText, useMessages } from '../versions/messages.tsx';
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

const KindName = ({ table }: { readonly table: string }) => tableLabel(useContext(RecordKinds), table);

const trashColumns = columnsOf<TrashRow>([
  [
    'title',
    'Title',
    ({ id, title, moduleCount, lessonCount }) => (
      <RowTitle id={id} title={title} more={deletedWith(moduleCount, lessonCount).join(', ')} />
    ),
  ],
  ['relation', 'Kind', (row) => <KindName table={row.relation} />],
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
