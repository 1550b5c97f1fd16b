import { paths } from '@ki/shared/contract/paths.ts';
import { z } from 'zod';
import { bestMatch, isBrowserOnly, isPagePattern, mayBePage } from '../../src/remotes/owner.ts';
import { addressOn } from '../http/http-request.ts';
import type { ReleaseSet } from '../types.ts';

const SHELL_PAGES: readonly string[] = [paths.login];
/** All addresses without an owner share one page. */
export const NOWHERE = '/seite-nicht-gefunden';
/** Public pages of the site: their paths by the spellings that lead there. */
export type PageAddresses = ReadonlyMap<string, string>;

const slugsSchema = z.array(z.string());

/** The remote has a placeholder or a text for them until somebody writes the page. */
const ALWAYS_THERE: readonly string[] = [paths.elements, paths.chatgptGoals, paths.aboutAi];

/** Spellings in lower case lead to a page, too, as patterns match in any case. */
export function pageAddresses(value: unknown): PageAddresses {
  const slugs = slugsSchema.parse(value);
  const addresses = [...ALWAYS_THERE, ...slugs.map((slug) => `/${encodeURIComponent(slug)}`)];
  return new Map([
    ...addresses.map((address) => [address.toLowerCase(), address] as const),
    ...addresses.map((address) => [address, address] as const),
  ]);
}

const segmentOf = (text = '') => encodeURIComponent(text.normalize('NFC'));

/** Normalizes a path to the case of its pattern, one percent-encoding and composed letters. */
export function matched(patterns: readonly string[], pathname: string) {
  const match = bestMatch(
    patterns.map((path) => ({ path })),
    pathname,
  );
  if (!match) return null;
  const { entry, params } = match;
  const segments = entry.path.split('/').map((segment) => {
    if (segment === '*') return (params['*'] ?? '').split('/').map(segmentOf).join('/');
    return segment.startsWith(':') ? segmentOf(params[segment.slice(1)]) : segment;
  });
  return { pattern: entry.path, pathname: segments.join('/') };
}

/** Unread query keys are dropped, so that they make no other cache key; without a declaration all count. */
function readQuery(query: URLSearchParams, keys: readonly string[] | undefined): string {
  if (!keys) return query.toString();
  const read = keys.flatMap((key) => query.getAll(key).map((value) => [key, value]));
  return new URLSearchParams(read).toString();
}

/** The canonical address of a page: no spelling and no unread query makes another one. */
export function pageAddress(url: URL, owner: string | undefined, { live, platform }: ReleaseSet): URL {
  const remote = owner === undefined ? undefined : live.get(owner);
  if (!owner || !remote) {
    return addressOn(url.origin, { pathname: matched(SHELL_PAGES, url.pathname)?.pathname ?? NOWHERE });
  }
  const { routes, query } = remote.release;
  if (isBrowserOnly(platform.remotes[owner])) {
    return addressOn(url.origin, { pathname: (routes[0] ?? '/').replace(/:\w+|\*/g, 'x') });
  }
  const page = matched(routes, url.pathname);
  if (!page) return url;
  const search = readQuery(url.searchParams, query && (query[page.pattern] ?? []));
  return addressOn(url.origin, { pathname: page.pathname, search });
}

/** Whether only the pattern of all pages matches an address, and no page is there. Unknown pages count as there. */
export function pageAt(pathname: string, owner: string | undefined, { live }: ReleaseSet, pages: PageAddresses | null) {
  const routes = (owner !== undefined && mayBePage(pathname) && live.get(owner)?.release.routes) || [];
  const found = matched(routes, pathname);
  if (!pages || !found || !isPagePattern(found.pattern)) return { pathname, isNobodys: false };
  const known = pages.get(found.pathname) ?? pages.get(found.pathname.toLowerCase());
  return { pathname: known ?? pathname, isNobodys: known === undefined };
}
