import { Badge } from '@ki/shared/ui/badge.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { color, size } from '@ki/shared/ui/theme.ts';
import { createColumnHelper } from '@tanstack/react-table';
import styled from 'styled-components';
import { OnPhone } from '../records/part.tsx';
import { DataTable, type TableFeatures } from '../records/table/data-table.tsx';
import { count, failureRate } from './model/failure-rate.ts';
import type { Counts, LiveRemote, Remote } from './model/platform.ts';

interface VersionRow extends Counts {
  readonly id: string;
  readonly isCanary: boolean;
  /** Of the visitors. */
  readonly percent: number;
}

const column = createColumnHelper<TableFeatures, VersionRow>();

const columns = column.columns([
  column.display({
    id: 'version',
    header: 'Version',
    cell: ({ row: { original: row } }) => (
      <>
        {row.version} {row.isCanary ? <Badge $tone="accent">Canary</Badge> : <Badge>Live</Badge>}
      </>
    ),
  }),
  column.display({
    id: 'percent',
    header: 'Visitors',
    cell: ({ row: { original: row } }) => (
      <>
        {row.percent}%<OnPhone> of visitors</OnPhone>
      </>
    ),
  }),
  column.display({
    id: 'renders',
    header: 'Renders',
    cell: ({ row: { original: row } }) => (
      <>
        {count(row.renders)}
        <OnPhone> renders</OnPhone>
      </>
    ),
  }),
  column.display({
    id: 'failures',
    header: 'Failed',
    cell: ({ row: { original: row } }) => (
      <>
        {failureRate(row)}
        <OnPhone> failed</OnPhone>
      </>
    ),
  }),
  column.display({
    id: 'reports',
    header: 'Browser reports',
    cell: ({ row: { original: row } }) => (
      <>
        {count(row.reports)}
        <OnPhone> browser reports</OnPhone>
      </>
    ),
  }),
]);

const Note = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
`;

const NONE = { renders: 0, failures: 0, reports: 0 };

export interface CanaryCountsProps {
  readonly remote: LiveRemote;
  readonly canary: NonNullable<Remote['canary']>;
}

/** What all shells counted of a canary beside what is live, since the canary began. */
export function CanaryCounts({ remote, canary }: CanaryCountsProps) {
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
