import { dateTime } from '@ki/shared/format/dates.ts';
import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { Link } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { OnPhone, Part } from '../records/part.tsx';
import { DataTable, type TableFeatures } from '../records/table/data-table.tsx';
import { Pages } from '../records/table/pages.tsx';
import { type Asked, HISTORY_SIZE } from './data/read-platform.ts';
import { describeMove } from './model/move.ts';
import type { Overview, PastMove } from './model/platform.ts';

type Row = Omit<PastMove, 'id'> & { readonly id: string };

const column = createColumnHelper<TableFeatures, Row>();

const columns = column.columns([
  column.display({
    id: 'move',
    header: 'Move',
    cell: ({ row: { original: move } }) => `${move.remote}: ${describeMove(move)}`,
  }),
  column.display({
    id: 'time',
    header: 'When',
    cell: ({ row: { original: move } }) => (
      <time dateTime={move.time} lang="de">
        {dateTime(move.time)}
      </time>
    ),
  }),
  column.display({
    id: 'author',
    header: 'By',
    cell: ({ row: { original: move } }) => (
      <>
        <OnPhone>by </OnPhone>
        {move.author}
      </>
    ),
  }),
  column.display({ id: 'reason', header: 'Why', cell: ({ row: { original: move } }) => move.reason }),
]);

function addressOf(remote: string | null, page: number): string {
  const query = new URLSearchParams({ ...(remote && { remote }), ...(page > 1 && { page: String(page) }) });
  return `${addresses.platform}?${query}#history`;
}

export interface HistoryProps {
  readonly asked: Asked;
  readonly history: Overview['history'];
}

/** Every move, newest first: of one remote, or of all. */
export function History({ asked: { page, remote }, history: { total, entries } }: HistoryProps) {
  const rows = entries.map((move) => ({ ...move, id: String(move.id) }));
  return (
    <Part id="history" title={remote ? `History of ${remote}` : 'History'}>
      {remote && (
        <p>
          <Link to={addressOf(null, 1)}>History of all remotes</Link>
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState text="Nothing was moved yet" />
      ) : (
        <DataTable label="History" columns={columns} rows={rows} />
      )}
      <Pages page={page} total={total} size={HISTORY_SIZE} linkTo={(to) => addressOf(remote, to)} />
    </Part>
  );
}
