import { paths } from '@ki/shared/contract/paths.ts';
import { matchRoutes } from 'react-router-dom';
import { isBrowserOnly } from '../../../src/remotes/browser-only.ts';
import type { Lineup } from '../../lineup/lineup.ts';

const SHELL_PAGES: readonly string[] = [paths.login, paths.elements, paths.chatgptGoals];
/** Stands for every address that nobody owns: they all have the same page. */
const NOWHERE = '/seite-nicht-gefunden';

/** The pattern that an address matches, and the address as the pattern writes it: in its case, encoded in one way. */
export function matched(patterns: readonly string[], pathname: string) {
  const routes = patterns.map((path) => ({ path }));
  const [match] = matchRoutes(routes, pathname) ?? [];
  if (!match) return null;
  const { params } = match;
  const segments = match.route.path.split('/').map((segment) => {
    if (segment === '*') return (params['*'] ?? '').split('/').map(encodeURIComponent).join('/');
    return segment.startsWith(':') ? encodeURIComponent(params[segment.slice(1)] ?? '') : segment;
  });
  return { pattern: match.route.path, pathname: segments.join('/') };
}

/** Of a query what a route reads, in the route's order; without a declaration all of it. */
function readQuery(query: URLSearchParams, keys: readonly string[] | undefined): string {
  if (!keys) return query.toString();
  const read = keys.flatMap((key) => query.getAll(key).map((value) => [key, value]));
  return new URLSearchParams(read).toString();
}

/** An address of a site, whatever its path begins with. */
export function addressOn(origin: string, pathname: string, search = ''): URL {
  const address = new URL(origin);
  address.pathname = pathname;
  address.search = search;
  return address;
}

/**
 * The address that a page is rendered and kept under: of all that have the same page, the one that says nothing more.
 * So no spelling and no query that nobody reads is a page of its own. See docs/decisions/0016.
 */
export function pageAddress(url: URL, owner: string | undefined, { live, platform }: Lineup): URL {
  const remote = owner === undefined ? undefined : live.get(owner);
  if (!owner || !remote) return addressOn(url.origin, matched(SHELL_PAGES, url.pathname)?.pathname ?? NOWHERE);
  const { routes, query } = remote.release;
  if (isBrowserOnly(platform.remotes[owner])) return addressOn(url.origin, (routes[0] ?? '/').replace(/:\w+|\*/g, 'x'));
  const page = matched(routes, url.pathname);
  if (!page) return url;
  return addressOn(url.origin, page.pathname, readQuery(url.searchParams, query && (query[page.pattern] ?? [])));
}
