import { paths } from '@ki/shared/contract/paths.ts';
import type { Platform, PublicRemote } from '@ki/shared/contract/registry.ts';
import { matchRoutes } from 'react-router-dom';

/** The pattern of all pages of the site, such as `/:slug`. It ranks below every other one. */
export const isPagePattern = (pattern: string): boolean => /^\/:[^/]+$/.test(pattern);

/** The database refuses a page with a dot, which files have, or with a `_` at the beginning. */
export const mayBePage = (pathname: string): boolean =>
  /^\/[^/._][^/.]*$/.test(pathname) && pathname.toLowerCase() !== paths.login;

/** The entry whose pattern matches an address best, with its parameters. */
export function bestMatch<Entry extends { readonly path: string }>(entries: readonly Entry[], pathname: string) {
  const routes = entries.map((entry) => ({ path: entry.path, handle: entry }));
  const match = matchRoutes(routes, pathname)?.[0];
  return match ? { entry: match.route.handle, params: match.params } : null;
}

export function ownerOf(remotes: Platform['remotes'], pathname: string): string | undefined {
  const isPossible = mayBePage(pathname);
  const patterns = Object.entries(remotes).flatMap(([id, remote]) =>
    remote.routes.filter((path) => isPossible || !isPagePattern(path)).map((path) => ({ id, path })),
  );
  return bestMatch(patterns, pathname)?.entry.id;
}

/** A remote without code here is another generation's: its pages are no pages of this document. */
export const isOfOtherGeneration = (remote: PublicRemote | undefined): boolean =>
  remote !== undefined && remote.entry === undefined;

export const isBrowserOnly = (remote: PublicRemote | undefined) =>
  remote?.entry !== undefined && (remote.staffOnly || remote.override !== undefined);
