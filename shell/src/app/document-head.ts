import type { PublicRemote } from '@ki/shared/contract/registry.ts';
import type { Head, RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { site } from '@ki/shared/contract/site.ts';
import { useEffect, useRef } from 'react';
import { type UIMatch, useMatches } from 'react-router-dom';
import { type ShellContext, useShell } from './shell-context.ts';

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
  const awaited = owner === undefined || remotes.isMounted(owner) ? undefined : platform.remotes[owner];
  return { title: titleFor(awaited), noindex: true };
}

export interface Tag {
  readonly name: 'meta' | 'link';
  readonly attributes: Readonly<Record<string, string>>;
}

const meta = (key: 'name' | 'property', name: string, content: string | undefined): Tag[] =>
  content ? [{ name: 'meta', attributes: { [key]: name, content } }] : [];

const link = (attributes: Record<string, string>): Tag => ({ name: 'link', attributes });

/** The site's name ends every title but its own. */
export const titleOf = ({ title }: Head) =>
  [title, site().name].filter((part, index, all) => part && all.indexOf(part) === index).join(' · ');

/** A `noindex` page may not exist, so it has a canonical address only if it names one. */
function canonicalOf({ canonical, noindex }: Head, url: URL): string | undefined {
  const path = canonical ?? (noindex ? undefined : url.pathname);
  return path === undefined ? undefined : new URL(path, url.origin).href;
}

export function headTags(head: Head, url: URL): Tag[] {
  const canonical = canonicalOf(head, url);
  const image = head.image && new URL(head.image, url.origin).href;
  return [
    ...meta('name', 'description', head.description),
    ...(head.noindex ? meta('name', 'robots', 'noindex') : []),
    ...(canonical ? [link({ rel: 'canonical', href: canonical })] : []),
    ...meta('property', 'og:site_name', site().name),
    ...meta('property', 'og:locale', site().locale.replace('-', '_')),
    ...meta('property', 'og:type', head.type ?? 'website'),
    ...meta('property', 'og:title', head.title),
    ...meta('property', 'og:description', head.description),
    ...meta('property', 'og:url', canonical),
    ...meta('property', 'og:image', image),
    ...meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    ...(head.feeds ?? []).map(({ title, path, type }) => link({ rel: 'alternate', type, title, href: path })),
  ];
}

const MARK = 'data-head';

function elementOf({ name, attributes }: Tag): Element {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.setAttribute(MARK, '');
  return element;
}

async function update(matches: readonly UIMatch[], shell: ShellContext, isCurrent: () => boolean): Promise<void> {
  const settled = await Promise.all(
    matches.map(async (match) => ({ ...match, data: await settleData(match.loaderData) })),
  );
  if (!isCurrent()) return;
  const url = new URL(location.href);
  const head = headOf(settled, url, shell);
  document.title = titleOf(head);
  for (const stale of document.head.querySelectorAll(`[${MARK}]`)) stale.remove();
  document.head.append(...headTags(head, url).map(elementOf));
}

/** Server-rendered documents have their head already; documents of staff pages have a placeholder for a title. */
export function useDocumentHead(): void {
  const matches = useMatches();
  const shell = useShell();
  const shown = useRef(shell.isServerRendered ? matches : null);
  // `document.head` lies outside of React's root.
  useEffect(() => {
    if (shown.current === matches) return;
    shown.current = matches;
    void update(matches, shell, () => shown.current === matches);
  }, [matches, shell]);
}
