import type { PublicRemote } from '@ki/shared/contract/registry.ts';
import type { Head, RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { site } from '@ki/shared/contract/site.ts';
import type { ShellContext } from '../shell-context.ts';

export const ROOT = 'root';
export const CATCH_ALL = 'missing';

interface HeadMatch {
  readonly id: string;
  readonly handle: unknown;
  readonly data: unknown;
  readonly params: Readonly<Record<string, string | undefined>>;
}

type Owners = Pick<ShellContext['remotes'], 'owner' | 'isMounted'>;

/** No route matches, or only that of all pages while the owner of the address is not loaded. */
export function isMissingPage(matches: readonly { readonly id: string }[], pathname: string, remotes: Owners): boolean {
  const owner = remotes.owner(pathname);
  return matches.at(-1)?.id === CATCH_ALL || (owner !== undefined && !remotes.isMounted(owner));
}

/** The head of the innermost matched route that has one. `data` must be settled. */
export function headOf(matches: readonly HeadMatch[], url: URL, known: Known): Head {
  if (isMissingPage(matches, url.pathname, known.remotes)) return missingHead(url.pathname, known);
  const match = matches.findLast(({ handle }) => (handle as RouteHandle | undefined)?.head);
  const head = (match?.handle as RouteHandle | undefined)?.head;
  return match && head ? head({ data: match.data, params: match.params, url }) : { title: site().name };
}

export async function settleData(data: unknown): Promise<unknown> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const entries = await Promise.all(Object.entries(data).map(async ([key, value]) => [key, await value] as const));
  return Object.fromEntries(entries);
}

type Known = Pick<ShellContext, 'platform'> & {
  readonly remotes: Owners;
};

function titleFor(remote: PublicRemote | undefined): string {
  if (!remote) return 'Seite nicht gefunden';
  if (remote.staffOnly) return 'Admin';
  return remote.override === undefined ? 'Bereich nicht erreichbar' : site().name;
}

/** The address has no owner, or the owner's code is not loaded. */
function missingHead(pathname: string, { platform, remotes }: Known): Head {
  const owner = remotes.owner(pathname);
  const isAwaited = owner !== undefined && !remotes.isMounted(owner);
  return { title: titleFor(isAwaited ? platform.remotes[owner] : undefined), noindex: true };
}
