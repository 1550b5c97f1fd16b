import { Badge } from '@ki/shared/ui/badge.tsx';
import { Card, CardBody, Meta } from '@ki/shared/ui/card.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { color } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import type { Health } from '../kit/data/shell.ts';
import { Moment, Note, OnPhone, Part, SmallTitle } from '../kit/part.tsx';
import { columnsOf, DataTable } from '../kit/table/data-table.tsx';
import { titleId } from '../kit/table/row.tsx';
import { type Counts, isLive, type LiveRemote, type Remote } from './model/platform.ts';
import { RemoteActions } from './remote-actions.tsx';
import { RemoteCommand } from './teams.tsx';

function HealthBadge({ remote, health }: { readonly remote: Remote; readonly health: Health | null }) {
  if (remote.is_retired) return <Badge>Retired</Badge>;
  if (!isLive(remote)) return <Badge>Not live yet</Badge>;
  if (!health) return <Badge>Health unknown</Badge>;
  const fallback = health.fallbackReleases?.[remote.name];
  if (fallback) return <Badge $tone="warning">Fails: {fallback.serves} stands in</Badge>;
  const noRuntime = health.noRuntime?.filter(({ name }) => name === remote.name) ?? [];
  if (noRuntime.some(({ version }) => version === remote.live)) return <Badge $tone="danger">No runtime</Badge>;
  if (health.failing.includes(remote.name)) return <Badge $tone="danger">Does not answer</Badge>;
  if (noRuntime.length > 0) return <Badge $tone="warning">No runtime for the canary</Badge>;
  return <Badge $tone="success">Answers</Badge>;
}

const Version = styled.strong`
  color: ${color.text};
  overflow-wrap: anywhere;
`;

function RemoteCard({ remote, health }: { readonly remote: Remote; readonly health: Health | null }) {
  const { name, team, live, since, by, unchecked } = remote;
  return (
    <Card as="section" aria-labelledby={titleId(name)}>
      <CardBody>
        <Cluster>
          <SmallTitle id={titleId(name)}>{name}</SmallTitle>
          <HealthBadge remote={remote} health={health} />
        </Cluster>
        <Meta>
          {live && <Version>{live}</Version>}
          {since && (
            <span>
              since <Moment at={since} />
            </span>
          )}
          {by && <span>by {by}</span>}
          <span>{team ? `Team ${team}` : 'No team'}</span>
        </Meta>
        {isLive(remote) && remote.canary && <CanaryCounts remote={remote} canary={remote.canary} />}
        {unchecked && (
          <p>
            {unchecked.version} is published and not checked yet. Checks need its code, so it goes live on the command
            line: <RemoteCommand>{`promote ${name}@${unchecked.version}`}</RemoteCommand>
          </p>
        )}
        <RemoteActions remote={remote} />
      </CardBody>
    </Card>
  );
}

export const Remotes = ({
  remotes,
  health,
}: {
  readonly remotes: readonly Remote[];
  readonly health: Health | null;
}) => (
  <Part title="Remotes">
    {health?.registry && (
      <Notice tone="warning" title="The shell cannot use the registry at present, and serves the last good one.">
        {health.registry}
      </Notice>
    )}
    {health?.warnings?.map((warning) => (
      <Notice key={warning} tone="warning" title="The shell of this page warns.">
        {warning}
      </Notice>
    ))}
    {remotes.length === 0 && (
      <EmptyState
        text="Nothing was published to this platform yet"
        action={<Note>pnpm remote publish NAME publishes a remote, pnpm remote promote makes it live.</Note>}
      />
    )}
    {remotes.map((remote) => (
      <RemoteCard key={remote.name} remote={remote} health={health} />
    ))}
  </Part>
);

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

function CanaryCounts({ remote, canary }: { remote: LiveRemote; canary: NonNullable<Remote['canary']> }) {
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
