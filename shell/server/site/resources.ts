import { createHash } from 'node:crypto';
import type { CacheTag } from '@ki/shared/data/cache-tags.ts';
import { LRUCache } from 'lru-cache';
import { createPageCache, MEGABYTE } from '../cache/page-cache.ts';
import { compressed, plainOf } from '../http/encode.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { entityTag, type HttpResponse } from '../http/http-response.ts';
import type { Limited } from '../render/limit.ts';
import type { Bundle } from '../render/messages.ts';
import type { RemoteModules } from '../render/remote-modules.ts';
import { LLMS, SITEMAP, textResponse, unavailable, xmlResponse } from '../render/resource-responses.ts';
import type { Worker } from '../render/worker-pool.ts';
import type { Fallbacks } from '../resolve/fallbacks.ts';
import { cacheKey, type ResourceTarget, ROBOTS } from '../resolve/target.ts';
import type { TagVersionSource, TagVersions, Update } from '../tags/tag-versions.ts';
import { llmsFile, sitemapFile } from './sitemap.ts';

const MAX_BYTES = 32 * MEGABYTE;
const MAX_IMAGES = 200;

type Target = Pick<ResourceTarget, 'key' | 'pathname' | 'search' | 'releaseSet' | 'owner'>;

/** `none`: no remote has the resource. `unknown`: a remote could not be asked. */
type Found = Response | 'none' | 'unknown';

export interface RenderedResource {
  readonly found: Found;
  readonly dependencies: readonly CacheTag[] | null;
}

type ResourceWorker = Pick<Worker, 'resource' | 'sitemap' | 'llms' | 'rasterize'>;

/** The worker of a bundle's generation; the rasterizer runs in any. */
type WorkerOf = (bundle?: Bundle) => ResourceWorker;

/** Robots must be able to read pages to find their `noindex`. */
const robotsText = (siteUrl: string) => `User-agent: *\nDisallow:\n\nSitemap: ${siteUrl}/sitemap.xml\n`;

/** Converts SVG responses to PNG. Equal images are rasterized once. */
function rasterizing(workerOf: WorkerOf) {
  const images = new LRUCache<string, Promise<Buffer<ArrayBuffer>>>({ max: MAX_IMAGES });

  function rasterize(svg: string): Promise<Buffer<ArrayBuffer>> {
    const key = createHash('sha256').update(svg).digest('base64url');
    const known = images.get(key);
    if (known) return known;
    const png = workerOf().rasterize(svg);
    images.set(key, png);
    png.catch(() => images.delete(key));
    return png;
  }

  return async (pathname: string, response: Response): Promise<Response> => {
    if (!response.headers.get('content-type')?.startsWith('image/svg+xml')) return response;
    try {
      const headers = new Headers(response.headers);
      headers.set('content-type', 'image/png');
      return new Response(await rasterize(await response.text()), { status: response.status, headers });
    } catch (error) {
      console.error('%s:', pathname, error);
      return unavailable();
    }
  };
}

interface Joined {
  readonly response: Response | null;
  readonly dependencies: readonly CacheTag[] | null;
}

/** Collects what each answer was read from; `null` as soon as one cannot say. */
function collected() {
  const tags = new Set<CacheTag>();
  let areKnown = true;
  return {
    take<Value extends { readonly dependencies: readonly CacheTag[] | null }>(value: Value): Value {
      if (value.dependencies === null) areKnown = false;
      for (const tag of value.dependencies ?? []) tags.add(tag);
      return value;
    },
    all: () => (areKnown ? [...tags] : null),
  };
}

/** Asks each remote in the worker of its own generation, and joins the answers. */
export function createResourceReader(workerOf: WorkerOf, siteUrl: string) {
  async function sitemap(bundles: readonly Bundle[], part: string | undefined): Promise<Joined> {
    const { take, all } = collected();
    const contributors = bundles.map((bundle) => ({
      parts: async () => take(await workerOf(bundle).sitemap(bundle, null)).parts,
      entries: async (number: number) => take(await workerOf(bundle).sitemap(bundle, number)).entries,
    }));
    const file = await sitemapFile(contributors, siteUrl, part);
    return { response: file === null ? null : xmlResponse(file), dependencies: all() };
  }

  async function llms(bundles: readonly Bundle[]): Promise<Joined> {
    const { take, all } = collected();
    const asked = bundles.map(async (bundle) => take(await workerOf(bundle).llms(bundle)).sections);
    const sections = (await Promise.all(asked)).flat();
    return { response: textResponse(llmsFile(sections, siteUrl)), dependencies: all() };
  }

  async function first(bundles: readonly Bundle[], url: URL): Promise<Joined> {
    const { take, all } = collected();
    const asked = bundles.map(async (bundle) => take(await workerOf(bundle).resource(url, bundle)).response);
    const answers = await Promise.allSettled(asked);
    const found = answers.find((one) => one.status === 'fulfilled' && one.value !== null);
    const failed = answers.find((one) => one.status === 'rejected');
    // One that could not be asked may have it, too, and come first.
    if (found?.status === 'fulfilled') return { response: found.value, dependencies: failed ? null : all() };
    if (failed) throw failed.reason;
    return { response: null, dependencies: all() };
  }

  return async (pathname: string, bundles: readonly Bundle[]): Promise<Joined> => {
    const found = SITEMAP.exec(pathname);
    try {
      if (found) return await sitemap(bundles, found[1]);
      if (pathname === LLMS) return await llms(bundles);
    } catch (error) {
      // An incomplete sitemap would remove pages from search indexes: if one remote fails, there is none.
      console.error('%s:', pathname, error);
      return { response: unavailable(), dependencies: null };
    }
    return first(bundles, new URL(pathname, siteUrl));
  };
}

interface Renderers {
  readonly workerOf: WorkerOf;
  readonly modules: Pick<RemoteModules, 'load'>;
  readonly fallbacks: Pick<Fallbacks, 'withRuntimes'>;
  readonly siteUrl: string;
  readonly updateSite: Update;
}

export function createResourceRenderer({ workerOf, modules, fallbacks, siteUrl, updateSite }: Renderers) {
  const rasterized = rasterizing(workerOf);
  const read = createResourceReader(workerOf, siteUrl);

  async function bundlesFor({ owner, releaseSet }: Target) {
    const names = owner === undefined ? [...releaseSet.live.keys()] : [owner];
    const { live } = await fallbacks.withRuntimes(names, releaseSet);
    const asked = [...live].filter(([name, { release }]) =>
      owner === undefined ? !release.staffOnly : name === owner,
    );
    const loaded = await Promise.allSettled(asked.map(([name, remote]) => modules.load(name, remote)));
    const bundles = loaded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    return { bundles, isComplete: bundles.length === asked.length };
  }

  return async (target: Target, versions: TagVersions | null): Promise<RenderedResource> => {
    const { pathname, owner } = target;
    if (pathname === ROBOTS) return { found: textResponse(robotsText(siteUrl)), dependencies: [] };
    const { bundles, isComplete } = await bundlesFor(target);
    // An incomplete sitemap would remove pages from search indexes.
    if (!isComplete && (owner !== undefined || pathname === LLMS || SITEMAP.test(pathname))) {
      return { found: unavailable(), dependencies: null };
    }
    const isSiteCurrent = await updateSite(versions);
    const { response, dependencies: tags } = await read(pathname, bundles);
    const dependencies = isSiteCurrent ? tags : null;
    if (response)
      return { found: pathname.endsWith('.png') ? await rasterized(pathname, response) : response, dependencies };
    return isComplete ? { found: 'none', dependencies } : { found: 'unknown', dependencies: null };
  };
}

const nothing = (status: number): HttpResponse => ({ status, body: '' });
const MISSING = { none: nothing(404), unknown: nothing(503) } as const;

async function reusable(response: Response): Promise<HttpResponse> {
  const plain = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: {
      ...Object.fromEntries(response.headers),
      'x-content-type-options': 'nosniff',
      ...(response.status === 200 ? { etag: entityTag(plain) } : {}),
    },
    ...(await compressed(plain, response.headers.get('content-type') ?? '')),
  };
}

/** The first part exists even when the sitemap is one file. */
const hasPart = async (whole: HttpResponse, part: string) =>
  part === '1' || (await plainOf(whole)).includes(`/sitemap-${part}.xml</loc>`);

interface Services {
  readonly render: (target: Target, versions: TagVersions | null) => Promise<RenderedResource>;
  readonly tagVersions: TagVersionSource;
  readonly limited: Limited;
}

export function createResourceService({ render, tagVersions, limited }: Services) {
  const cache = createPageCache<Target>({
    async render(target, versions) {
      const { found, dependencies } = await render(target, versions);
      return { response: typeof found === 'string' ? MISSING[found] : await reusable(found), dependencies };
    },
    tagVersions,
    limited,
    maxBytes: MAX_BYTES,
  });

  async function get(target: Target, versions: TagVersions | null, client: string): Promise<HttpResponse | null> {
    const { response } = await cache.get(target, versions, { client });
    return response === MISSING.none || response === MISSING.unknown ? null : response;
  }

  return async (
    target: Target,
    versions: TagVersions | null,
    { client }: HttpRequest,
  ): Promise<HttpResponse | null> => {
    const part = SITEMAP.exec(target.pathname)?.[1];
    if (part === undefined) return get(target, versions, client);
    // Each part costs as much as the whole, so a part that does not exist is not rendered.
    const whole = await get({ ...cacheKey(target.releaseSet, '/sitemap.xml'), owner: undefined }, versions, client);
    if (whole?.status !== 200) return whole;
    return (await hasPart(whole, part)) ? get(target, versions, client) : null;
  };
}
