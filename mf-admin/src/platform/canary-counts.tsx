import { Badge } from '@ki/shared/ui/badge.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Note, OnPhone } from '../kit/part.tsx';
import { columnsOf, DataTable } from '../kit/table/data-table.tsx';
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
  ['pattern', 'Addresses', (row) => row.pattern || 'all'],
  numbers('percent', 'Visitors', 'of visitors', (row) => `${row.percent}%`),
  numbers('renders', 'Pages', 'pages', (row) => count(row.renders)),
  numbers('failures', 'Failed', 'failed', failureRate),
  numbers('reports', 'Browser reports', 'browser reports', (row) => count(row.reports)),
]);

function sumOf(counts: readonly Counts[]) {
  const sum = (key: 'renders' | 'failures' | 'reports') => counts.reduce((all, one) => all + one[key], 0);
  return { renders: sum('renders'), failures: sum('failures'), reports: sum('reports') };
}

export function CanaryCounts({ remote, canary }: { remote: LiveRemote; canary: NonNullable<Remote['canary']> }) {
  const rowOf = (pattern: string, version: string, percent: number, isCanary: boolean): VersionRow => ({
    ...sumOf(remote.counts.filter((one) => one.version === version && (pattern === '' || one.pattern === pattern))),
    pattern,
    version,
    id: `${version} ${pattern}`,
    percent,
    isCanary,
  });
  const patterns = [...new Set(['', ...remote.counts.map((one) => one.pattern).sort()])];
  const rows = patterns.flatMap((pattern) => [
    rowOf(pattern, remote.live, 100 - canary.percent, false),
    rowOf(pattern, canary.version, canary.percent, true),
  ]);
  return (
    <Stack $gap={2}>
      <DataTable label={`${remote.name}: live version and canary`} columns={columns} rows={rows} />
      <Note>
        From 50 pages of a pattern on, the canary goes back by itself when its failures there are more than{' '}
        {canary.margin} of 100 above those of the live version. A visitor counts once a minute for each pattern. Browser
        reports decide nothing: anybody can send them.
      </Note>
    </Stack>
  );
}
