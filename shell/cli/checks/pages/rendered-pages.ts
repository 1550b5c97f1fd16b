import type { Bundle } from '../../../server/render/messages.ts';
import { linksIn, patternAt } from '../../rendering/addresses.ts';
import { bundleOf, type Running, withWorker } from '../../with-worker.ts';
import { platformWith, Skipped, type Subject } from '../subject.ts';

/** Year, month, weekday, half of the day, minute and second differ from now. */
const LATER_MS = ((401 * 24 + 12) * 60 + 7) * 60_000 + 13_000;

/** East of every server: the day may be another one, too. */
export const ANOTHER_ZONE = 'Pacific/Kiritimati';

/** The text of this function runs in workers and in browsers, so that it uses nothing of this module. */
function moveClock(ms: number): void {
  const Real = Date;
  const moved = () => Real.now() + ms;
  globalThis.Date = new Proxy(Real, {
    apply: () => new Real(moved()).toString(),
    construct: (target, given, derived) => Reflect.construct(target, given.length > 0 ? given : [moved()], derived),
    get: (target, key) => (key === 'now' ? moved : Reflect.get(target, key)),
  });
}

/** A script after which `Date` says another time. */
export const ANOTHER_TIME = `(${moveClock})(${LATER_MS});`;

const LONGEST = 60;

/** The text from the tag before a place on. */
function excerpt(html: string, at: number): string {
  const start = Math.max(html.lastIndexOf('<', at), at - LONGEST);
  const end = html.indexOf('<', Math.max(at, start + 1));
  return html.slice(start, Math.min(end < 0 ? html.length : end, start + 2 * LONGEST));
}

/** The first place where two forms of a page differ; `null` for none. */
export function differenceOf(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return `${excerpt(one, at)} and ${excerpt(other, at)}`;
}

/** Two records of a pattern may show different parts. */
const MOST = 2;

interface Render {
  readonly html: string;
  readonly data: string;
}

/** Renders an address; its status for one that has no page. */
type RenderAt = (running: Running, address: string) => Promise<Render | number>;

function rendererOf({ release, registry, config, hasBackend }: Subject, bundle: Bundle): RenderAt {
  const platform = platformWith(registry, release, config);
  const isPage = (status: number) => status < 400 || (status === 503 && !hasBackend);
  return async ({ worker }, address) => {
    const url = new URL(address, config.siteUrl);
    const page = await worker.page({ url, platform, owner: release.name, bundle });
    if ('location' in page || page.failure !== null || !isPage(page.status)) return page.status;
    // The document does not carry the data that its HTML shows.
    const data = await worker.data(url, bundle);
    return { html: page.html, data: 'json' in data ? data.json : '' };
  };
}

async function sitemapOf({ worker }: Running, bundle: Bundle): Promise<readonly string[]> {
  const { parts } = await worker.sitemap(bundle, null);
  return parts === 0 ? [] : (await worker.sitemap(bundle, 1)).entries.map(({ path }) => path);
}

const hasParameter = (pattern: string) => /[:*]/.test(pattern);

/** Addresses to look at: patterns without a parameter, and the first addresses that are found of every other one. */
function addressesOf({ release, registry, config }: Subject) {
  const of = { release, platform: platformWith(registry, release, config) };
  const waiting = release.routes.filter((pattern) => !hasParameter(pattern));
  const found = new Map<string, Set<string>>(
    release.routes.filter(hasParameter).map((pattern) => [pattern, new Set<string>()]),
  );
  return {
    next: () => waiting.shift(),
    add(addresses: readonly string[]): void {
      for (const address of addresses) {
        const known = found.get(patternAt(of, address) ?? '');
        if (!known || known.has(address) || known.size === MOST) continue;
        known.add(address);
        waiting.push(address);
      }
    },
    isFound: (address: string) => [...found.values()].some((known) => known.has(address)),
    unknown: () => [...found].flatMap(([pattern, known]) => (known.size === 0 ? [pattern] : [])),
  };
}

/**
 * Renders what the patterns, the sitemap and the links of the pages lead to. `failed`: addresses with parameters that fail;
 * `unknown`: patterns of which no address was found.
 */
async function renderAll(running: Running, subject: Subject, bundle: Bundle, render: RenderAt) {
  // A bundle that does not load is a fault of the server's check.
  await running.worker.load(bundle).catch(({ message }: Error) => {
    throw new Skipped(`no page was rendered: ${message}`);
  });
  const addresses = addressesOf(subject);
  const found = new Map<string, Render>();
  const failed: string[] = [];
  addresses.add(await sitemapOf(running, bundle).catch(() => []));
  for (let address = addresses.next(); address !== undefined; address = addresses.next()) {
    const rendered = await render(running, address);
    if (typeof rendered !== 'number') {
      found.set(address, rendered);
      addresses.add(linksIn(rendered.html));
    } else if (rendered >= 500 && addresses.isFound(address)) {
      failed.push(`${address} renders with status ${rendered}`);
    }
  }
  return { found, failed, unknown: addresses.unknown() };
}

/** The data of a loader that reads the time reach the browser with the page. */
const differenceBetween = (one: Render, other: Render | number) =>
  typeof other === 'number' || one.data !== other.data ? null : differenceOf(one.html, other.html);

/** Renders the pages of a release now, and in another process at another time and for the second time. */
export async function renderPages(subject: Subject) {
  const { config, release, store } = subject;
  const place = { ...config, contract: release.contract };
  const bundle = await bundleOf(store, release);
  const render = rendererOf(subject, bundle);
  const { found, ...rest } = await withWorker(place, (running) => renderAll(running, subject, bundle, render));
  const first = `${ANOTHER_TIME}process.env.TZ = '${ANOTHER_ZONE}';`;
  const pages = await withWorker({ ...place, first }, async (running) => {
    const compared: { address: string; html: string; difference: string | null }[] = [];
    for (const [address, one] of found) {
      await render(running, address);
      const difference = differenceBetween(one, await render(running, address));
      compared.push({ address, html: one.html, difference });
    }
    return compared;
  });
  return { pages, ...rest };
}
