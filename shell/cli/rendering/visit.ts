import type { Platform } from '@ki/shared/contract/registry.ts';
import { needText, releasesInUse } from '../../registry/generation-needs.ts';
import type { SiteConfig } from '../../registry/registry.ts';
import type { Registry, Release } from '../../registry/schema.ts';
import type { Store } from '../../registry/store/store.ts';
import type { Bundle } from '../../server/render/messages.ts';
import { RenderTimeout, WorkerEnded } from '../../server/render/worker-process.ts';
import { platformWith } from '../checks/subject.ts';
import { bundleOf, type Running } from '../with-worker.ts';
import { LLMS, linksIn, resourceAt, SITE, SITEMAP } from './addresses.ts';

export interface Renderable {
  /** `mf-blog@1.0.0-0a1b (live)` */
  readonly title: string;
  readonly release: Release;
  readonly bundle: Bundle;
  readonly platform: Platform;
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The releases in use, and the title and reason of each whose bundle cannot be read; not those of retired remotes. */
export async function findReleases(registry: Registry, store: Store, config: SiteConfig) {
  const renderable: Renderable[] = [];
  const missing: string[] = [];
  const served = Object.values(registry.remotes).flatMap((remote) =>
    releasesInUse(remote).map((one) => ({ ...one, origin: remote.origin })),
  );
  for (const { release, reason, origin } of served) {
    const title = needText({ ...release, reason });
    try {
      const bundle = await bundleOf(store, release, origin);
      renderable.push({ title, release, bundle, platform: platformWith(registry, release, config) });
    } catch (error) {
      missing.push(`${title}: ${messageOf(error)}`);
    }
  }
  return { renderable, missing };
}

/** The path of each list and object with entries in JSON data; the entries of a list have one path, such as `posts[].category`. */
function filledIn(data: unknown, path = ''): readonly string[] {
  if (typeof data !== 'object' || data === null) return [];
  const entries = Object.entries(data);
  if (entries.length === 0) return [];
  const at = (key: string) => (Array.isArray(data) ? `${path}[]` : path ? `${path}.${key}` : key);
  return [...new Set([path, ...entries.flatMap(([key, value]) => filledIn(value, at(key)))])].filter(Boolean);
}

/** The outcome of rendering one address. */
export interface Visit {
  readonly status: number;
  /** The first line of what the release logged or threw; `''` for nothing. */
  readonly error: string;
  /** The lists and objects of its data that have entries, or the addresses that it lists. */
  readonly filled: readonly string[];
  /** The addresses that it leads to. */
  readonly links: readonly string[];
}

const FINE = { status: 200, error: '', filled: [], links: [] } as const;

type Render = (running: Running, of: Renderable, url: URL) => Promise<Visit>;

const listing = (addresses: readonly string[]): Visit => ({ ...FINE, filled: addresses, links: addresses });

const sitemap: Render = async ({ worker }, { bundle }) => {
  const { parts } = await worker.sitemap(bundle, null);
  const addresses: string[] = [];
  for (let part = 1; part <= parts; part += 1)
    addresses.push(...(await worker.sitemap(bundle, part)).entries.map(({ path }) => path));
  return listing(addresses);
};

const llms: Render = async ({ worker }, { bundle }) => {
  const { sections } = await worker.llms(bundle);
  return listing(sections.flatMap(({ links }) => links.map(({ path }) => path)));
};

const resource: Render = async ({ worker }, { bundle }, url) => {
  const { response } = await worker.resource(url, bundle);
  return { ...FINE, status: response?.status ?? 404 };
};

const dataOf = async ({ worker }: Running, { bundle }: Renderable, url: URL): Promise<unknown> => {
  const data = await worker.data(url, bundle);
  return 'json' in data ? JSON.parse(data.json) : null;
};

/** A page without a text is none. */
async function textStatus({ worker }: Running, { bundle }: Renderable, { pathname }: URL): Promise<number> {
  const { status } = await worker.pageText(new URL(pathname, SITE), false, bundle);
  return status === 404 ? 200 : status;
}

const page: Render = async (running, of, url) => {
  const { bundle, platform, release } = of;
  const found = await running.worker.page({ url, platform, owner: release.name, bundle });
  if ('location' in found) return FINE;
  const { status, failure, html, tags } = found;
  if (failure !== null || status >= 400)
    return { ...FINE, status: failure === null ? status : 500, error: failure ?? '' };
  const head = tags.map(({ attributes }) =>
    Object.entries(attributes)
      .map(([name, value]) => `${name}="${value}"`)
      .join(' '),
  );
  return {
    status: await textStatus(running, of, url),
    error: '',
    filled: filledIn(await dataOf(running, of, url)),
    links: linksIn([...head, html].join('\n')),
  };
};

function renderOf({ release }: Renderable, { pathname }: URL): Render {
  if (pathname === SITEMAP) return sitemap;
  if (pathname === LLMS) return llms;
  return resourceAt(release, pathname) ? resource : page;
}

/** A busy machine may be too slow for the limits of a worker. */
const ATTEMPTS = 3;

async function withPatience(render: () => Promise<Visit>): Promise<Visit> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await render();
    } catch (error) {
      const isSlow = error instanceof WorkerEnded || error instanceof RenderTimeout;
      if (!isSlow || attempt === ATTEMPTS) return { ...FINE, status: 500, error: messageOf(error) };
    }
  }
}

/** Renders one address of a release. */
export async function visit(running: Running, of: Renderable, address: string): Promise<Visit> {
  const { printed } = running;
  const before = printed.length;
  const url = new URL(address, SITE);
  const visited = await withPatience(() => renderOf(of, url)(running, of, url));
  const [error = ''] = (visited.error || (printed[before] ?? '')).split('\n');
  return { ...visited, error };
}
