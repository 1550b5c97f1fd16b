import { Link } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { Moment, onPhone, Part } from '../kit/part.tsx';
import { columnsOf, DataTable, Pages } from '../kit/table/data-table.tsx';
import { HISTORY_SIZE, type HistoryQuery } from './data/platform.ts';
import { describeTransition, type Overview, type PastTransition } from './model/platform.ts';

const columns = columnsOf<PastTransition>([
  ['move', 'Move', (transition) => `${transition.remote}: ${describeTransition(transition)}`],
  ['time', 'When', (transition) => <Moment at={transition.time} />],
  ['author', 'By', (transition) => onPhone('by ', transition.author)],
  ['reason', 'Why', (transition) => transition.reason],
]);

function addressOf(remote: string | null, page: number): string {
  const query = new URLSearchParams({ ...(remote && { remote }), ...(page > 1 && { page: String(page) }) });
  return `${addresses.platform}?${query}#history`;
}

export interface HistoryProps {
  readonly query: HistoryQuery;
  readonly history: Overview['history'];
}

export function History({ query: { page, remote }, history: { total, entries } }: HistoryProps) {
  return (
    <Part id="history" title={remote ? `History of ${remote}` : 'History'}>
      {remote && (
        <p>
          <Link to={addressOf(null, 1)}>History of all remotes</Link>
        </p>
      )}
      <DataTable label="History" columns={columns} rows={entries} empty="Nothing was moved yet" />
      <Pages page={page} total={total} size={HISTORY_SIZE} linkTo={(to) => addressOf(remote, to)} />
    </Part>
  );
}
