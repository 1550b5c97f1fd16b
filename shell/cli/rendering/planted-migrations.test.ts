import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsIn } from '../../../scripts/check-migrations.ts';
import { startTestBackend, type TestBackend } from '../../../supabase/local-backend/fixtures/test-backend.ts';
import { ROOT } from '../../build/workspace.ts';
import { checkedDocument, type Registry, type Release, registryOf } from '../../registry/schema.ts';
import { localStore, openStore } from '../../registry/store/open-store.ts';
import type { Store } from '../../registry/store/store.ts';
import { publish } from '../publish.ts';
import { BREAKS, HARMLESS } from '../testing/planted-migrations.ts';
import { previousGeneration } from '../testing/previous-generation.ts';
import { startSwitchedBackend } from '../testing/switched-backend.ts';
import { type Running, withWorker } from '../with-worker.ts';
import { patternAt, SITE } from './addresses.ts';
import { brokenIn, type Rendered, renderIn, type Visits } from './render.ts';
import { findReleases, type Renderable } from './visit.ts';

let dataDir: string;
let backend: TestBackend;
let switched: Awaited<ReturnType<typeof startSwitchedBackend>>;
let releases: readonly Renderable[];
let earlier: Rendered;
const workers = new Map<number, OpenWorker>();

interface OpenWorker {
  readonly running: Running;
  readonly end: () => void;
}

/** A worker for all changes, since most of the time is that of code which runs for the first time. */
const openWorker = (contract: number) =>
  new Promise<OpenWorker>((resolve, reject) => {
    const keep = (running: Running) => new Promise<void>((end) => resolve({ running, end }));
    withWorker({ supabase: switched.connection, dataDir, contract }, keep).catch(reject);
  });

async function renderAll(on: TestBackend, first?: Rendered): Promise<Rendered> {
  switched.switchTo(on);
  const rendered = [...workers].map(([contract, { running }]) => {
    const own = releases.filter(({ release }) => release.contract === contract);
    return renderIn(running, own, first);
  });
  return new Map((await Promise.all(rendered)).flatMap((visits) => [...visits]));
}

/** Live releases of two generations: mf-blog has one of each. */
function registryWith(now: readonly Release[], previous: readonly Release[]): Registry {
  const named = (all: readonly Release[], name: string) => all.filter((release) => release.name === name);
  const remotes = {
    'mf-blog': { slot: 1, live: named(now, 'mf-blog')[0], previous: named(previous, 'mf-blog'), history: [] },
    'mf-learning': { slot: 2, live: named(previous, 'mf-learning')[0], history: [] },
    'mf-matrix': { slot: 3, live: named(now, 'mf-matrix')[0], history: [] },
  };
  return registryOf(checkedDocument('the registry', { schema: 1, remotes }));
}

async function publishAll(store: Store): Promise<Registry> {
  const previous = await previousGeneration();
  try {
    await previous.keepRuntime(dataDir);
    await previous.publish(dataDir, { publish: async () => undefined });
    const now: Release[] = [];
    for (const name of ['mf-blog', 'mf-matrix']) now.push((await publish(ROOT, store, name)).release);
    return registryWith(now, previous.releases);
  } finally {
    await previous.remove();
  }
}

/** One address of each pattern that works, and one with a query: so many changes need not be tried on every page. */
function sampled(of: Renderable, visits: Visits): Visits {
  const seen = new Set<string>();
  const isFirst = ([address, { status }]: readonly [string, { readonly status: number }]) => {
    const kind = `${patternAt(of, address) ?? address}${address.includes('?') ? '?' : ''}`;
    if (status >= 400 || seen.has(kind)) return false;
    seen.add(kind);
    return true;
  };
  return new Map([...visits].filter(isFirst));
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'planted-'));
  const store = await openStore({ place: localStore(dataDir), endpoint: undefined, url: undefined });
  const registry = await publishAll(store);
  backend = await startTestBackend();
  switched = await startSwitchedBackend(backend);
  const config = { dataDir, port: 0, siteUrl: SITE, supabase: switched.connection };
  const found = await findReleases(registry, store, config);
  expect(found.missing).toEqual([]);
  releases = found.renderable;
  for (const contract of new Set(releases.map(({ release }) => release.contract)))
    workers.set(contract, await openWorker(contract));
  const all = await renderAll(backend);
  earlier = new Map(
    releases.map((of) => {
      const visits = all.get(of.title);
      if (!visits || visits instanceof Error) throw new Error(`${of.title} cannot be rendered`, { cause: visits });
      return [of.title, sampled(of, visits)];
    }),
  );
}, 600_000);
afterAll(async () => {
  for (const { end } of workers.values()) end();
  switched?.close();
  await backend?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** What the rendering of all releases says after a change, or that the change fails on the demo's rows. */
async function brokenBy(sql: string): Promise<readonly string[]> {
  const changed = await startTestBackend({ change: sql }).catch((error: Error) => error.message);
  if (typeof changed === 'string') return [changed];
  try {
    return brokenIn(releases, earlier, await renderAll(changed, earlier));
  } finally {
    await changed.close();
  }
}

test('every pattern of every release is rendered, but that of captions: no lesson of the demo has any', () => {
  const lacking = releases.flatMap((of) => {
    const rendered = new Set([...(earlier.get(of.title) as Visits).keys()].map((address) => patternAt(of, address)));
    return [...of.release.routes, ...(of.release.resources ?? [])].filter((pattern) => !rendered.has(pattern));
  });
  expect(lacking).toEqual(['/courses/:courseSlug/lessons/:lessonId/captions.vtt']);
});

test.each(BREAKS)('$change is named by $namedBy', async ({ namedBy, sql }) => {
  const [lines, faults] = [await brokenBy(sql), faultsIn(sql)];
  const named = [...(lines.length > 0 ? ['rendering'] : []), ...(faults.length > 0 ? ['squawk'] : [])];
  expect(named).toEqual(namedBy === 'both' ? ['rendering', 'squawk'] : [namedBy]);
});

test('harmless changes break no release', async () => {
  expect(await brokenBy(Object.values(HARMLESS).join(';\n'))).toEqual([]);
});

test.each(Object.entries(HARMLESS))('%s breaks no rule', (_change, sql) => expect(faultsIn(sql)).toEqual([]));
