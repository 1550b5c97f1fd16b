import { paths } from '@ki/shared/contract/paths.ts';
import { LRUCache } from 'lru-cache';
import { matchRoutes } from 'react-router-dom';
import { DATA_PATH } from '../../src/app/data/page-data.ts';
import { isBrowserOnly, isPagePattern, mayBePage, ownerOf } from '../../src/remotes/owner.ts';
import { LLMS, SITEMAP } from '../render/resource-responses.ts';
import type { CacheKey, PageTarget, ReleaseSet, ResourceTarget, Target } from '../types.ts';

const SHELL_PAGES: readonly string[] = [paths.login];
/** All addresses without an owner share one page. */
const NOWHERE = '/seite-nicht-gefunden';
/** Public pages of the site: their paths by the spellings that lead there. */
export type PageAddresses = ReadonlyMap<string, string>;
export const ROBOTS = '/robots.txt';
const MARKDOWN_ENDING = '.md';

const MAX_BYTES = 4 * 1024 * 1024;
const ENTRY_BYTES = 300;

const segmentOf = (text = '') => encodeURIComponent(text.normalize('NFC'));

/** Normalizes a path to the case of its pattern, one percent-encoding and composed letters. */
function matched(patterns: readonly string[], pathname: string) {
  const [match] =
    matchRoutes(
      patterns.map((path) => ({ path })),
      pathname,
    ) ?? [];
  if (!match) return null;
  const { params } = match;
  const segments = match.route.path.split('/').map((segment) => {
    if (segment === '*') return (params['*'] ?? '').split('/').map(segmentOf).join('/');
    return segment.startsWith(':') ? segmentOf(params[segment.slice(1)]) : segment;
  });
  return { pattern: match.route.path, pathname: segments.join('/') };
}

/** Unread query keys are dropped, so that they make no other cache key; without a declaration all count. */
function readQuery(query: URLSearchParams, keys: readonly string[] | undefined): string {
  if (!keys) return query.toString();
  const read = keys.flatMap((key) => query.getAll(key).map((value) => [key, value]));
  return new URLSearchParams(read).toString();
}

export function addressOn(origin: string, { pathname, search = '' }: { pathname: string; search?: string }): URL {
  const address = new URL(origin);
  address.pathname = pathname;
  address.search = search;
  return address;
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

export const cacheKey = ({ canaries }: ReleaseSet, pathname: string, search = ''): CacheKey => ({
  key: `${canaries} ${pathname}${search}`,
  pathname,
  search,
});

/** The page of an address without an owner, at whatever address. */
export const nobodysPage = (releaseSet: ReleaseSet): PageTarget => ({
  kind: 'page',
  ...cacheKey(releaseSet, NOWHERE),
  owner: undefined,
  remote: undefined,
  pattern: '',
});

/** Whether only the pattern of all pages matches an address, and no page is there. Unknown pages count as there. */
function pageAt(pathname: string, owner: string | undefined, { live }: ReleaseSet, pages: PageAddresses | null) {
  const routes = (owner !== undefined && mayBePage(pathname) && live.get(owner)?.release.routes) || [];
  const found = matched(routes, pathname);
  if (!pages || !found || !isPagePattern(found.pattern)) return { pathname, isNobodys: false };
  const known = pages.get(found.pathname) ?? pages.get(found.pathname.toLowerCase());
  return { pathname: known ?? pathname, isNobodys: known === undefined };
}

function pageTarget(asked: URL, releaseSet: ReleaseSet, pages: PageAddresses | null): PageTarget {
  const { remotes } = releaseSet.platform;
  const matching = ownerOf(remotes, asked.pathname);
  const page = pageAt(asked.pathname, matching, releaseSet, pages);
  const owner = page.isNobodys ? undefined : matching;
  const url = addressOn(asked.origin, { pathname: page.pathname, search: asked.search });
  const remote = owner === undefined || isBrowserOnly(remotes[owner]) ? undefined : releaseSet.live.get(owner);
  const { pathname, search } = pageAddress(url, owner, releaseSet);
  const pattern = (remote && matched(remote.release.routes, url.pathname)?.pattern) ?? '';
  return { kind: 'page', ...cacheKey(releaseSet, pathname, search), owner, remote, pattern };
}

/** Releases without declared resources have to be asked. */
function resourceAt(pathname: string, { live }: ReleaseSet): Pick<ResourceTarget, 'pathname' | 'owner'> | null {
  if (pathname === ROBOTS || pathname === LLMS || SITEMAP.test(pathname)) return { pathname, owner: undefined };
  const releases = [...live.values()].map(({ release }) => release).filter(({ staffOnly }) => !staffOnly);
  const declared = releases.flatMap(({ name, resources = [] }) => resources.map((pattern) => ({ name, pattern })));
  const patterns = declared.map(({ pattern }) => pattern);
  const found = matched(patterns, pathname);
  if (found) return { pathname: found.pathname, owner: declared[patterns.indexOf(found.pattern)]?.name };
  return releases.every(({ resources }) => resources) ? null : { pathname, owner: undefined };
}

export const isDataPath = (pathname: string) => pathname.startsWith(`${DATA_PATH}/`);

/** The path of the page whose document or data is asked for. */
export const pathOfPage = ({ pathname }: URL) => (isDataPath(pathname) ? pathname.slice(DATA_PATH.length) : pathname);

export const ownPageTarget = (url: URL, releaseSet: ReleaseSet): PageTarget => ({
  ...pageTarget(url, releaseSet, null),
  pathname: url.pathname,
  search: url.search,
});

interface Asked {
  readonly pages: PageAddresses | null;
  readonly prefersMarkdown: boolean;
}

function pageOfText({ origin, pathname }: URL, releaseSet: ReleaseSet, { pages }: Asked): PageTarget | null {
  if (!pathname.endsWith(MARKDOWN_ENDING)) return null;
  const withoutEnding = pathname.slice(0, -MARKDOWN_ENDING.length);
  if (withoutEnding.endsWith('/')) return null;
  return pageTarget(addressOn(origin, { pathname: withoutEnding }), releaseSet, pages);
}

/** An address with a query, such as a search or an open dialog, has no text of its own. */
function markdownTarget(url: URL, page: PageTarget, releaseSet: ReleaseSet, asked: Asked) {
  const ofText = pageOfText(url, releaseSet, asked);
  const isNegotiated = !ofText?.remote;
  const { owner, remote, pattern, pathname, search } = ofText?.remote ? ofText : page;
  if (owner === undefined || !remote || (isNegotiated && !(asked.prefersMarkdown && search === ''))) return null;
  const found = cacheKey(releaseSet, pathname);
  const key = `${isNegotiated ? 'accept' : 'md'} ${found.key}`;
  return { kind: 'markdown', ...found, key, owner, remote, pattern, isNegotiated, page } as const;
}

function findTarget(url: URL, releaseSet: ReleaseSet, asked: Asked): Target {
  const { pages } = asked;
  const { origin, pathname, search } = url;
  if (isDataPath(pathname)) {
    const page = pageTarget(addressOn(origin, { pathname: pathOfPage(url), search }), releaseSet, pages);
    return { ...page, kind: 'data', key: `data ${page.key}` };
  }
  const page = pageTarget(url, releaseSet, pages);
  const resource = page.owner === undefined ? resourceAt(pathname, releaseSet) : null;
  const text = markdownTarget(url, page, releaseSet, asked);
  if (text && resource?.owner === undefined) return text;
  if (!resource) return page;
  return { kind: 'resource', ...cacheKey(releaseSet, resource.pathname), owner: resource.owner, page };
}

const createTargets = () =>
  new LRUCache<string, Target>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ key }, asked) => ENTRY_BYTES + asked.length + key.length,
  });

/** Caches targets for each release set and each list of pages: ranking all patterns takes time. */
export function createTargetFinder(
  currentPages: () => PageAddresses | null,
): (url: URL, releaseSet: ReleaseSet, prefersMarkdown?: boolean) => Target {
  let known = new WeakMap<ReleaseSet, LRUCache<string, Target>>();
  let knownFor: PageAddresses | null = null;
  return (url, releaseSet, prefersMarkdown = false) => {
    const pages = currentPages();
    if (pages !== knownFor) known = new WeakMap();
    knownFor = pages;
    const targets = known.get(releaseSet) ?? createTargets();
    const address = url.search === '' ? url.pathname : url.pathname + url.search;
    const asked = prefersMarkdown ? `md ${address}` : address;
    const found = targets.get(asked);
    if (found) return found;
    const target = findTarget(url, releaseSet, { pages, prefersMarkdown });
    known.set(releaseSet, targets.set(asked, target));
    return target;
  };
}

export type FindTarget = ReturnType<typeof createTargetFinder>;
