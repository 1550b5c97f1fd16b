import { Badge } from '@ki/shared/ui/badge.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Note, OnPhone } from '../records/part.tsx';
import { columnsOf, DataTable } from '../records/table/data-table.tsx';
import type { Counts, LiveRemote, Remote } from './model/platform.ts';

const number = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

const count = (value: number) => number.format(value);

const failureRate = ({ renders, failures }: Pick<Counts, 'renders' | 'failures'>) =>
  renders === 0 ? '0' : `${count(failures)} (${percent.format(failures / renders)})`;

interface VersionRow extends Counts {
  readonly id: string;
  readonly isCanary: boolean;
  readonly percent: number;
}

/** A column of numbers, which a phone shows with their unit in place of a header. */
const numbers = (id: string, heading: string, unit: string, text: (row: VersionRow) => string) =>
  [
    id,
    heading,
    (row: VersionRow) => (
      <>
        {text(row)}
        <OnPhone> {unit}</OnPhone>
      </>
    ),
  ] as const;

const columns = columnsOf<VersionRow>([
  [
    'version',
    'Version',
    (row) => (
      <>
        {row.version} {row.isCanary ? <Badge $tone="accent">Canary</Badge> : <Badge>Live</Badge>}
      </>
    ),
  ],
  numbers('percent', 'Visitors', 'of visitors', (row) => `${row.percent}%`),
  numbers('renders', 'Renders', 'renders', (row) => count(row.renders)),
  numbers('failures', 'Failed', 'failed', failureRate),
  numbers('reports', 'Browser reports', 'browser reports', (row) => count(row.reports)),
]);

const NONE = { renders: 0, failures: 0, reports: 0 };

export function CanaryCounts({ remote, canary }: { remote: LiveRemote; canary: NonNullable<Remote['canary']> }) {
  const rowOf = (version: string, percent: number, isCanary: boolean): VersionRow => ({
    ...NONE,
    ...remote.counts.find((counts) => counts.version === version),
    version,
    id: version,
    percent,
    isCanary,
  });
  const rows = [rowOf(remote.live, 100 - canary.percent, false), rowOf(canary.version, canary.percent, true)];
  return (
    <Stack $gap={2}>
      <DataTable label={`${remote.name}: live version and canary`} columns={columns} rows={rows} />
      <Note>
        From 200 renders on the canary goes back by itself when its failures are more than {canary.margin} of 100 above
        those of the live version. Browser reports decide nothing: anybody can send them.
      </Note>
    </Stack>
  );
}
