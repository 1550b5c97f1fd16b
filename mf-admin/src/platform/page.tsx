import type { Result } from '@ki/shared/contract/result.ts';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useState } from 'react';
import { useLoaderData } from 'react-router-dom';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { Refused } from '../records/refused.tsx';
import type { Asked, Platform } from './data/read-platform.ts';
import { FileRegistry } from './file-registry.tsx';
import { History } from './history.tsx';
import type { PlatformData } from './loader.ts';
import { Remotes } from './remotes.tsx';
import { TeamList } from './rights/team-list.tsx';
import { TokenForm } from './rights/token-form.tsx';
import { TokenList } from './rights/token-list.tsx';
import { useQuietRefresh } from './use-quiet-refresh.ts';

export function Component() {
  const { asked, platform } = useLoaderData<PlatformData>();
  return (
    <Settled value={platform} loading={<Loading>Loading...</Loading>}>
      {(result) => <Answer asked={asked} result={result} />}
    </Settled>
  );
}

interface AnswerProps {
  readonly asked: Asked;
  readonly result: Result<Platform>;
}

/** When a later reading fails what was read stays: with it what is typed, and a token that is shown this once. */
function Answer({ asked, result }: AnswerProps) {
  const [last, setLast] = useState<Platform | null>(null);
  if (result.ok && result.data !== last) setLast(result.data);
  if (!result.ok && result.code === 'forbidden') {
    return <Refused what="this page" remedy="It is for operators: one of them can make you one, at Accounts." />;
  }
  return (
    <>
      <PageHead title="Platform" subtitle="What is live, who may ship it, and how it came to that" />
      <Stack $gap={6}>
        {!result.ok && <ReadFailed />}
        {last && <Overview asked={asked} {...last} />}
      </Stack>
    </>
  );
}

function Overview({ asked, overview, health }: Platform & { readonly asked: Asked }) {
  useQuietRefresh(asked, { overview, health });
  const { remotes, history, teams, tokens } = overview;
  // While a remote is developed alone nobody says so, but a registry that was never filled tells as much.
  const isFile = health ? health.registryKind === 'file' : remotes.length === 0;
  if (isFile) return <FileRegistry />;
  return (
    <>
      <Remotes remotes={remotes} health={health} />
      <History asked={asked} history={history} />
      <TeamList teams={teams} />
      <TokenForm teams={teams} />
      <TokenList tokens={tokens} />
    </>
  );
}
