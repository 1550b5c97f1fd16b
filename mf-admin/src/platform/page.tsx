import type { Result } from '@ki/shared/contract/result.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router-dom';
import { asStaff } from '../kit/data/as-staff.ts';
import { ReadFailed } from '../kit/failures.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { NoAccess } from '../roles/no-access.tsx';
import { type HistoryQuery, type Platform, type PlatformData, readPlatform } from './data/platform.ts';
import { Generations } from './generations.tsx';
import { History } from './history.tsx';
import { Remotes } from './remotes.tsx';
import { TeamList } from './team-list.tsx';
import { TokenForm } from './token-form.tsx';
import { TokenList } from './token-list.tsx';

const POLL_MS = 5_000;

/** False in a hidden tab, and behind a dialog, whose texts must not change. */
const isVisible = () => document.visibilityState !== 'hidden' && !document.querySelector('dialog[open]');

/** Reloads the page when the platform differs from the shown one: shells count renders, and teams ship. */
function usePolling(query: HistoryQuery, shown: Platform): void {
  const { revalidate } = useRevalidator();
  const poll = useEffectEvent(async () => {
    const now = await asStaff((client) => readPlatform(client, query));
    if (isVisible() && JSON.stringify(now) !== JSON.stringify(shown)) await revalidate();
  });

  // The database sends no events for the registry.
  useEffect(() => {
    const timer = setInterval(() => isVisible() && void poll().catch(console.error), POLL_MS);
    return () => clearInterval(timer);
  }, []);
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
        {last && <Overview query={query} {...last} />}
      </Stack>
    </>
  );
}

function Overview({ query, overview, health, shared }: Platform & { readonly query: HistoryQuery }) {
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
