import type { Head } from '@ki/shared/contract/head.ts';
import type { PublicRemote } from '@ki/shared/contract/registry.ts';
import type { ShellContext } from '../shell-context.ts';
import { SITE_NAME } from './head-of.ts';

type Known = Pick<ShellContext, 'platform'> & {
  readonly remotes: Pick<ShellContext['remotes'], 'owner' | 'isMounted'>;
};

function titleFor(remote: PublicRemote | undefined): string {
  if (!remote) return 'Seite nicht gefunden';
  if (remote.staffOnly) return 'Admin';
  return remote.override === undefined ? 'Bereich nicht erreichbar' : SITE_NAME;
}

/** The head where no route matches: nobody owns the address, or the code of its owner is not here, now or ever. */
export function missingHead(pathname: string, { platform, remotes }: Known): Head {
  const owner = remotes.owner(pathname);
  const isAwaited = owner !== undefined && !remotes.isMounted(owner);
  return { title: titleFor(isAwaited ? platform.remotes[owner] : undefined), noindex: true };
}
