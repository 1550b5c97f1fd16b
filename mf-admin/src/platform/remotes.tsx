import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Part } from '../records/part.tsx';
import type { Health } from './model/health.ts';
import type { Remote } from './model/platform.ts';
import { RemoteCard } from './remote-card.tsx';

export interface RemotesProps {
  readonly remotes: readonly Remote[];
  /** `null`: nobody could say. */
  readonly health: Health | null;
}

/** What is live, remote by remote. */
export function Remotes({ remotes, health }: RemotesProps) {
  return (
    <Part title="Remotes">
      {health?.registry && (
        <Notice tone="warning" title="The shell cannot use the registry at present, and serves the last good one.">
          {health.registry}
        </Notice>
      )}
      {remotes.length === 0 && <EmptyState text="Nothing was published to this platform yet" />}
      {remotes.map((remote) => (
        <RemoteCard key={remote.name} remote={remote} health={health} />
      ))}
    </Part>
  );
}
