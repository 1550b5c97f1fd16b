import { LRUCache } from 'lru-cache';
import { DATA_PATH } from '../../src/app/page-state.ts';
import { isBrowserOnly, mayBePage, ownerOf } from '../../src/remotes/owner.ts';
import { addressOn } from '../http/http-request.ts';
import { LLMS, SITEMAP } from '../render/resource-responses.ts';
import type { Runtime, Runtimes } from '../render/runtimes.ts';
import type { CacheKey, LiveRemote, ReleaseSet } from '../types.ts';
import { matched, NOWHERE, type PageAddresses, pageAddress, pageAt } from './page-addresses.ts';
import { ofGeneration } from './release-set.ts';

interface Address extends CacheKey {
  /** Whether the list of the site's pages decides about this address. */
  readonly mayBePage: boolean;
}

/** A page's owner, with the runtime of its generation, which is that of the document. */
interface Owned extends Address {
  readonly runtime: Runtime;
  /** The route pattern of the remote; `''` for none. */
  readonly pattern: string;
}

export interface PageTarget extends Owned {
  readonly kind: 'page' | 'data';
  readonly owner: string | undefined;
  readonly remote: LiveRemote | undefined;
  /** The releases as the document has them: remotes of other generations have no code in it. */
  readonly inDocument: ReleaseSet;
  /** For one visitor, so that it is not cached. */
  readonly isOwn?: boolean;
}

export interface ResourceTarget extends Address {
  readonly kind: 'resource';
  /** The remote that declares the resource; `undefined` when all have to be asked. */
  readonly owner: string | undefined;
  /** The page of this address, in case that no remote has the resource. */
  readonly page: PageTarget;
}

/** The text of a page as Markdown; `pathname` is the page's. */
export interface MarkdownTarget extends Owned {
  readonly kind: 'markdown';
  readonly owner: string;
  readonly remote: LiveRemote;
  /** Asked for at the page's own address by `Accept`, not by the ending `.md`. */
  readonly isNegotiated: boolean;
  /** The page of the address that was asked for, in case that it has no text. */
  readonly page: PageTarget;
}

export type Target = PageTarget | ResourceTarget | MarkdownTarget;

export const ROBOTS = '/robots.txt';
const MARKDOWN_ENDING = '.md';

const MAX_BYTES = 4 * 1024 * 1024;
const ENTRY_BYTES = 300;

export const cacheKey = (releaseSet: ReleaseSet, pathname: string, search = ''): CacheKey => ({
  key: `${releaseSet.canaries} ${pathname}${search}`,
  pathname,
  search,
  releaseSet,
});

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

interface Known {
  readonly runtimeOf: Runtimes['orNewest'];
  /** Until they were read once, each address may be a page. */
  readonly pages: PageAddresses | null;
}

function ownedBy(owner: string | undefined, releaseSet: ReleaseSet, { runtimeOf }: Known) {
  const live = owner === undefined ? undefined : releaseSet.live.get(owner);
  const runtime = runtimeOf(live?.release.contract);
  const remote = owner === undefined || isBrowserOnly(releaseSet.platform.remotes[owner]) ? undefined : live;
  return { owner, remote, runtime, inDocument: ofGeneration(releaseSet, runtime.contract) };
}

/** The page of an address without an owner, at whatever address. */
const nobodysPage = (releaseSet: ReleaseSet, known: Known): PageTarget => ({
  kind: 'page',
  ...cacheKey(releaseSet, NOWHERE),
  ...ownedBy(undefined, releaseSet, known),
  pattern: '',
  mayBePage: false,
});

function pageTarget(asked: URL, releaseSet: ReleaseSet, known: Known): PageTarget {
  const matching = ownerOf(releaseSet.platform.remotes, asked.pathname);
  const page = pageAt(asked.pathname, matching, releaseSet, known.pages);
  const owned = ownedBy(page.isNobodys ? undefined : matching, releaseSet, known);
  const url = addressOn(asked.origin, { pathname: page.pathname, search: asked.search });
  const { pathname, search } = pageAddress(url, owned.owner, releaseSet);
  const pattern = (owned.remote && matched(owned.remote.release.routes, url.pathname)?.pattern) ?? '';
  const key = cacheKey(releaseSet, pathname, search);
  return { kind: 'page', ...key, ...owned, pattern, mayBePage: mayBePage(asked.pathname) };
}

/** The page of exactly this address: a development server's release may read another query. */
const ownPage = (url: URL, releaseSet: ReleaseSet, known: Known): PageTarget => ({
  ...pageTarget(url, releaseSet, { ...known, pages: null }),
  pathname: url.pathname,
  search: url.search,
  isOwn: true,
});

function pageOfText({ origin, pathname }: URL, releaseSet: ReleaseSet, known: Known): PageTarget | null {
  if (!pathname.endsWith(MARKDOWN_ENDING)) return null;
  const withoutEnding = pathname.slice(0, -MARKDOWN_ENDING.length);
  if (withoutEnding.endsWith('/')) return null;
  return pageTarget(addressOn(origin, { pathname: withoutEnding }), releaseSet, known);
}

/** An address with a query, such as a search or an open dialog, has no text of its own. */
function markdownTarget(page: PageTarget, ofText: PageTarget | null, prefersMarkdown: boolean): MarkdownTarget | null {
  const isNegotiated = !ofText?.remote;
  const { owner, remote, runtime, pattern, releaseSet, pathname, search } = ofText?.remote ? ofText : page;
  if (owner === undefined || !remote || (isNegotiated && !(prefersMarkdown && search === ''))) return null;
  const found = cacheKey(releaseSet, pathname);
  const key = `${isNegotiated ? 'accept' : 'md'} ${found.key}`;
  const { mayBePage: isListed } = page;
  return { kind: 'markdown', ...found, key, owner, remote, runtime, pattern, isNegotiated, page, mayBePage: isListed };
}

function findTarget(url: URL, releaseSet: ReleaseSet, known: Known, prefersMarkdown: boolean): Target {
  const { origin, pathname, search } = url;
  if (isDataPath(pathname)) {
    const page = pageTarget(
      addressOn(origin, { pathname: pathname.slice(DATA_PATH.length), search }),
      releaseSet,
      known,
    );
    return { ...page, kind: 'data', key: `data ${page.key}` };
  }
  const page = pageTarget(url, releaseSet, known);
  const resource = page.owner === undefined ? resourceAt(pathname, releaseSet) : null;
  const text = markdownTarget(page, pageOfText(url, releaseSet, known), prefersMarkdown);
  if (text && resource?.owner === undefined) return text;
  if (!resource) return page;
  const key = cacheKey(releaseSet, resource.pathname);
  return { kind: 'resource', ...key, owner: resource.owner, page, mayBePage: page.mayBePage };
}

const createFound = () =>
  new LRUCache<string, Target>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ key }, asked) => ENTRY_BYTES + asked.length + key.length,
  });

/** Caches targets for each release set and each list of pages: ranking all patterns takes time. */
export function createTargets({ orNewest: runtimeOf }: Pick<Runtimes, 'orNewest'>) {
  let known: Known = { runtimeOf, pages: null };
  let found = new WeakMap<ReleaseSet, LRUCache<string, Target>>();

  function find(url: URL, releaseSet: ReleaseSet, prefersMarkdown = false): Target {
    const targets = found.get(releaseSet) ?? createFound();
    const address = url.search === '' ? url.pathname : url.pathname + url.search;
    const asked = prefersMarkdown ? `md ${address}` : address;
    const before = targets.get(asked);
    if (before) return before;
    const target = findTarget(url, releaseSet, known, prefersMarkdown);
    found.set(releaseSet, targets.set(asked, target));
    return target;
  }

  const own = (url: URL, releaseSet: ReleaseSet): PageTarget => ownPage(url, releaseSet, known);

  return {
    find,
    own,
    nobodys: (releaseSet: ReleaseSet): PageTarget => nobodysPage(releaseSet, known),
    /** The target of the same address in another release set: a page, its data or its text. */
    again<One extends PageTarget | MarkdownTarget>(target: One, url: URL, releaseSet: ReleaseSet): One | PageTarget {
      if (target.kind !== 'markdown' && target.isOwn) return own(url, releaseSet);
      const other = find(url, releaseSet, target.kind === 'markdown' && target.isNegotiated);
      if (other.kind === target.kind) return other as One;
      return 'page' in other ? other.page : other;
    },
    takePages(pages: PageAddresses): void {
      known = { runtimeOf, pages };
      found = new WeakMap();
    },
  };
}

export type Targets = ReturnType<typeof createTargets>;
