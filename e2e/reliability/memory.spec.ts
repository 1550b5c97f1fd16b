import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { integrityOf } from '../../shared/process/hash.ts';
import { pause } from '../../shared/testing/until.ts';
import type { Release } from '../../shell/registry/schema.ts';
import { localStore } from '../../shell/registry/store/open-store.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { REPORTING, type ShellMemory, shellMemory, workersMemory } from '../platform/shell-memory.ts';

const A_SECOND = 100;
const READERS = 16;
/** Requests are sent for twice this time, and the two halves are compared. */
const HALF_S = 300;
/** Searches and missing addresses that fill the bounded caches before the first half. */
const MADE_UP = 600;
const WARM_UP_S = 30;
const MOST_GROWTH = 1.1;
/** A test cannot force a garbage collection in workers, so that their memory varies more. */
const MOST_GROWTH_OF_WORKERS = 1.2;
const SAMPLE_MS = 1_000;
const SWAPS = 100;

const KEPT = ['/', '/workshops', '/online-courses', '/course-matrix', '/elemente', '/rss.xml'];

let own: OwnPlatform;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  // One client sends more searches than the rate limit allows.
  own = await startOwnPlatform({ nodeArgs: REPORTING });
});
test.afterAll(() => own?.stop());

const unexpected = new Map<string, number>();
let count = 0;

async function ask(address: string, status: number): Promise<void> {
  const answer = await fetch(own.url + address);
  await answer.arrayBuffer();
  if (answer.status === status) return;
  const what = `${address.replace(/\d+$/, '')} ${answer.status}`;
  unexpected.set(what, (unexpected.get(what) ?? 0) + 1);
}

/** Requests a new address, in turn a search and a missing page. */
const askMadeUp = (): Promise<void> => {
  count += 1;
  return count % 2 ? ask(`/suche?suche=KI+${count}`, 200) : ask(`/gibt-es-nicht-${count}`, 404);
};

/** Requests cached pages, and with two of a hundred requests one to be rendered. Returns the number of requests. */
async function askFor(seconds: number): Promise<number> {
  const begun = Date.now();
  let sent = 0;
  const reader = async () => {
    while (Date.now() < begun + seconds * 1_000) {
      sent += 1;
      const turn = sent;
      if (turn % 50 === 0) await askMadeUp();
      else await ask(KEPT[turn % KEPT.length] ?? '/', 200);
      await pause(Math.max(0, begun + (turn / A_SECOND) * 1_000 - Date.now()));
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return sent;
}

interface Held {
  readonly shell: ShellMemory;
  /** The peak of the memory of all workers. */
  readonly workers: number;
}

function expectFlat(early: Held, late: Held, most: number, mostOfWorkers: number): void {
  const held = ({ shell }: Held) => shell.heapUsed + shell.external;
  expect(held(late)).toBeLessThan(most * held(early));
  // Allocators of other systems may keep freed memory, so that their resident memory proves no leak.
  if (process.platform !== 'linux') return;
  expect(late.shell.rss).toBeLessThan(most * early.shell.rss);
  expect(early.workers).toBeGreaterThan(0);
  expect(late.workers).toBeLessThan(mostOfWorkers * early.workers);
}

/** Measures while and after requests are sent, and notes the figures. */
async function half(): Promise<Held> {
  let workers = 0;
  const sample = async () => {
    workers = Math.max(workers, await workersMemory(own.dataDir));
  };
  const timer = setInterval(sample, SAMPLE_MS);
  const sent = await askFor(HALF_S);
  clearInterval(timer);
  await sample();
  const shell = await shellMemory(own.dataDir);
  const sizes = [shell.heapUsed + shell.external, shell.rss, workers].map((bytes) => (bytes / 1024 ** 2).toFixed(1));
  const description = `${sent} requests, then MB that the shell holds, resident, of its workers: ${sizes.join(', ')}`;
  test.info().annotations.push({ type: 'figures', description });
  return { workers, shell };
}

test('Memory stays flat at a hundred requests a second', async () => {
  test.setTimeout((2 * HALF_S + WARM_UP_S + 600) * 1_000);
  const filling = Array.from({ length: READERS }, async () => {
    while (count < MADE_UP) await askMadeUp();
  });
  await Promise.all(filling);
  await askFor(WARM_UP_S);

  const early = await half();
  const late = await half();
  expect([...unexpected]).toEqual([]);
  expectFlat(early, late, MOST_GROWTH, MOST_GROWTH_OF_WORKERS);
});

/** Stores a version with another server bundle and the same files for browsers. */
async function storeVariant(live: Release, version: string): Promise<Release> {
  const [from, to] = [live.version, version].map((one) => path.join(localStore(own.dataDir), live.name, one)) as [
    string,
    string,
  ];
  await mkdir(path.join(to, 'server'), { recursive: true });
  await symlink(path.join(from, 'web'), path.join(to, 'web'));
  const code = Buffer.concat([await readFile(path.join(from, live.server.path)), Buffer.from(`// ${version}\n`)]);
  await writeFile(path.join(to, live.server.path), code);
  return { ...live, version, server: { ...live.server, integrity: integrityOf(code), size: code.length } };
}

test('The shell frees the memory of versions that are no longer live', async () => {
  test.setTimeout(300_000);
  const live = (await own.registry.read()).remotes['mf-blog']?.live;
  if (!live) throw new Error('mf-blog is not live');

  const swap = async (index: number) => {
    const release = await storeVariant(live, `1.0.0-swap${index}`);
    await own.registry.publish(release);
    await own.registry.promote(release, { author: 'test', reason: '' });
    await own.inForce();
    for (const page of ['/', '/suche', '/workshops'])
      expect(await (await fetch(`${own.url}${page}`)).text()).toContain(release.version);
    const earlier = path.join(localStore(own.dataDir), live.name, `1.0.0-swap${index - 5}`);
    await rm(earlier, { recursive: true, force: true });
  };
  const measured = async (): Promise<Held> => ({
    shell: await shellMemory(own.dataDir),
    workers: await workersMemory(own.dataDir),
  });
  for (let index = 1; index <= 5; index += 1) await swap(index);
  const early = await measured();
  for (let index = 6; index <= SWAPS; index += 1) await swap(index);
  expectFlat(early, await measured(), 1.3, 1.3);
});
