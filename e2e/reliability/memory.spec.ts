import { expect, test } from '@playwright/test';
import { rounds } from '../../shared/testing/rounds.ts';
import { REPORTING, type ShellMemory, shellMemory, workersMemory } from '../platform/shell-memory.ts';
import { type PlatformWithBackend, startPlatformWithBackend } from './own-backend.ts';

const A_SECOND = 100;
const READERS = 16;
/** Requests are sent for twice this time, and the two halves are compared. */
const HALF_S = rounds({ short: 10, long: 300 });
/** Searches and missing addresses that fill the bounded caches before the first half. */
const MADE_UP = rounds({ short: 60, long: 600 });
const WARM_UP_S = rounds({ short: 10, long: 30 });
const MOST_GROWTH = rounds({ short: 1.3, long: 1.1 });
/** A test cannot force a garbage collection in workers, so that their memory varies more. */
const MOST_GROWTH_OF_WORKERS = rounds({ short: 1.5, long: 1.2 });
const SAMPLE_MS = 1_000;

const KEPT = ['/', '/workshops', '/online-courses', '/course-matrix', '/elemente', '/rss.xml'];
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let own: PlatformWithBackend;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  // One client sends more searches than the rate limit allows.
  own = await startPlatformWithBackend({ nodeArgs: REPORTING });
});
test.afterAll(() => own?.stop());

const unexpected = new Map<string, number>();
let count = 0;

async function ask(address: string, status: number): Promise<void> {
  const answer = await fetch(own.platform.url + address);
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
      await wait(Math.max(0, begun + (turn / A_SECOND) * 1_000 - Date.now()));
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return sent;
}

interface Half {
  readonly sent: number;
  readonly shell: ShellMemory;
  /** The peak of the memory of all workers. */
  readonly workers: number;
}

async function half(): Promise<Half> {
  let workers = 0;
  const sample = async () => {
    workers = Math.max(workers, await workersMemory(own.platform.dataDir));
  };
  const timer = setInterval(sample, SAMPLE_MS);
  const sent = await askFor(HALF_S);
  clearInterval(timer);
  await sample();
  return { sent, workers, shell: await shellMemory(own.platform.dataDir) };
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 102.4) / 10;
const figuresOf = ({ sent, shell, workers }: Half) => {
  const [held, rss] = [megabytes(shell.heapUsed + shell.external), megabytes(shell.rss)];
  return `${sent} requests, then the shell holds ${held} MB, ${rss} MB resident, its workers at most ${megabytes(workers)} MB`;
};

test('Memory stays flat at a hundred requests a second', async () => {
  test.setTimeout((2 * HALF_S + WARM_UP_S + 600) * 1_000);
  const filling = Array.from({ length: READERS }, async () => {
    while (count < MADE_UP) await askMadeUp();
  });
  await Promise.all(filling);
  await askFor(WARM_UP_S);

  const early = await half();
  const late = await half();
  const figures = [early, late].map(figuresOf).join('; ');
  test.info().annotations.push({ type: 'figures', description: figures });

  expect([...unexpected]).toEqual([]);
  const held = ({ shell }: Half) => shell.heapUsed + shell.external;
  expect(held(late), figures).toBeLessThan(MOST_GROWTH * held(early));
  // Allocators of other systems may keep freed memory, so that their resident memory proves no leak.
  if (process.platform !== 'linux') return;
  expect(late.shell.rss, figures).toBeLessThan(MOST_GROWTH * early.shell.rss);
  expect(early.workers).toBeGreaterThan(0);
  expect(late.workers, figures).toBeLessThan(MOST_GROWTH_OF_WORKERS * early.workers);
});
