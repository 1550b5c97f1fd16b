import type { Result } from '@ki/shared/contract/result.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useState } from 'react';
import { Link, useLoaderData, useRevalidator } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { ReadFailed } from '../kit/failures.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { Moment, Note, onPhone, Part } from '../kit/part.tsx';
import { columnsOf, DataTable, Pages } from '../kit/table/data-table.tsx';
import { RowTitle } from '../kit/table/row.tsx';
import { useRepeatedly } from '../kit/use-repeatedly.ts';
import { NoAccess } from '../roles/no-access.tsx';
import { HISTORY_SIZE, type HistoryQuery, type Platform, type PlatformData, readPlatform } from './data/platform.ts';
import {
  describeTransition,
  type Overview,
  type PastTransition,
  type Shared,
  type SharedPackage,
  sharedPackages,
} from './model/platform.ts';
import { Remotes } from './remotes.tsx';
import { TeamList, TokenForm, TokenList } from './teams.tsx';

const POLL_MS = 5_000;

/** False in a hidden tab, and behind a dialog, whose texts must not change. */
const isVisible = () => document.visibilityState !== 'hidden' && !document.querySelector('dialog[open]');

/** Reloads the page when the platform differs from the shown one: shells count renders, and teams ship. */
function usePolling(query: HistoryQuery, shown: Platform): void {
  const { revalidate } = useRevalidator();
  // The database sends no events for the registry.
  useRepeatedly(POLL_MS, async () => {
    if (!isVisible()) return;
    const now = await asStaff((client) => readPlatform(client, query));
    if (isVisible() && JSON.stringify(now) !== JSON.stringify(shown)) await revalidate();
  });
}

export function Component() {
  const { query, platform } = useLoaderData<PlatformData>();
  return (
    <Settled value={platform} loading={<Loading>Loading...</Loading>}>
      {(result) => <PlatformView query={query} result={result} />}
    </Settled>
  );
}

/** Keeps the last data when a reload fails, and with it the forms and a new token. */
function PlatformView({ query, result }: { readonly query: HistoryQuery; readonly result: Result<Platform> }) {
  const [last, setLast] = useState<Platform | null>(null);
  if (result.ok && result.data !== last) setLast(result.data);
  if (!result.ok && result.code === 'forbidden') {
    return <NoAccess what="this page" remedy="It is for operators: one of them can make you one, at Accounts." />;
  }
  return (
    <>
      <PageHead title="Platform" subtitle="What is live, who may ship it, and how it came to that" />
      <Stack $gap={6}>
        {!result.ok && <ReadFailed />}
        {last && <Parts query={query} {...last} />}
      </Stack>
    </>
  );
}

function Parts({ query, overview, health, shared }: Platform & { readonly query: HistoryQuery }) {
  usePolling(query, { overview, health, shared });
  const { remotes, history, teams, tokens } = overview;
  return (
    <>
      <Remotes remotes={remotes} health={health} />
      {shared && <Generations shared={shared} />}
      <History query={query} history={history} />
      <TeamList teams={teams} />
      <TokenForm teams={teams} />
      <TokenList tokens={tokens} />
    </>
  );
}

const packageColumns = columnsOf<SharedPackage>([
  ['remote', 'Remote', ({ id, remote, name }) => <RowTitle id={id} title={remote} more={name} />],
  ['generation', 'Generation', ({ generation }) => onPhone('Generation ', generation)],
  ['wanted', 'Wanted', ({ wanted }) => onPhone('Wanted: ', wanted)],
  [
    'provided',
    'Provided',
    ({ provided }) => onPhone('Provided: ', provided ?? <Badge $tone="danger">No runtime</Badge>),
  ],
]);

const served = ({ generations }: Shared) =>
  `${generations.length === 1 ? 'generation' : 'generations'} ${generations.map(({ contract }) => contract).join(' and ')}`;

/** Lists the versions that each live remote was built for beside those of its generation's runtime. */
const Generations = ({ shared }: { readonly shared: Shared }) => (
  <Part title="Generations">
    <Note>
      This shell serves {served(shared)}. A release runs on the packages of its own generation; pnpm remote generations
      lists what still needs each.
    </Note>
    <DataTable label="Shared packages" columns={packageColumns} rows={sharedPackages(shared)} />
  </Part>
);

const historyColumns = columnsOf<PastTransition>([
  ['move', 'Move', (transition) => `${transition.remote}: ${describeTransition(transition)}`],
  ['time', 'When', (transition) => <Moment at={transition.time} />],
  ['author', 'By', (transition) => onPhone('by ', transition.author)],
  ['reason', 'Why', (transition) => transition.reason],
]);

function addressOf(remote: string | null, page: number): string {
  const query = new URLSearchParams({ ...(remote && { remote }), ...(page > 1 && { page: String(page) }) });
  return `${addresses.platform}?${query}#history`;
}

interface HistoryProps extends Pick<Overview, 'history'> {
  readonly query: HistoryQuery;
}

const History = ({ query: { page, remote }, history: { total, entries } }: HistoryProps) => (
  <Part id="history" title={remote ? `History of ${remote}` : 'History'}>
    {remote && (
      <p>
        <Link to={addressOf(null, 1)}>History of all remotes</Link>
      </p>
    )}
    <DataTable label="History" columns={historyColumns} rows={entries} empty="Nothing was moved yet" />
    <Pages page={page} total={total} size={HISTORY_SIZE} linkTo={(to) => addressOf(remote, to)} />
  </Part>
);
