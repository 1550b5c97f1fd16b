/**
 * What pages cost on sites of different sizes, each made anew: the seed; the seed with a thousand posts, whose lists are
 * full; and with as many as the first argument says (100,000), and 2,000 workshops in the matrix. Interleaved, so that
 * what else the machine does meets all of them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withRenderer } from '../../shell/cli/with-renderer.ts';
import type { Renderer } from '../../shell/server/renderers/renderer.ts';
import { startTestBackend } from '../../supabase/local-backend/testing.ts';
import { type Ask, askedPages } from './asked-pages.ts';
import { manyPosts, manyWorkshops } from './many-rows.ts';
import { median } from './median.ts';

const WARM_UP = 5;
const ROUNDS = 25;
const MOST = Number(process.argv[2] ?? 100_000);

const SITES = [
  { name: 'seed', rows: [] },
  { name: '1,000 posts', rows: [manyPosts(1_000)] },
  { name: `${MOST.toLocaleString('en')} posts`, rows: [manyPosts(MOST), manyWorkshops(2_000)] },
];
const WIDTHS = { page: 30, site: 22 };

async function onSite<T>(
  folder: string,
  rows: readonly string[],
  work: (renderer: Renderer) => Promise<T>,
): Promise<T> {
  const backend = await startTestBackend({ dataDir: folder });
  try {
    for (const script of [...rows, 'vacuum analyze']) await backend.database.execute(script);
    return await withRenderer({ url: backend.url, key: backend.publishableKey }, ({ renderer }) => work(renderer));
  } finally {
    await backend.close();
  }
}

/** Milliseconds of each round, and what was answered. */
async function measure(ask: Ask, renderers: readonly Renderer[]) {
  const measured = renderers.map(() => ({ times: [] as number[], said: '' }));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [site, renderer] of renderers.entries()) {
      const start = performance.now();
      const { status, bytes } = await ask(renderer);
      const one = measured[site];
      if (round >= 0) one?.times.push(performance.now() - start);
      if (one) one.said = status === 200 ? `${(bytes / 1000).toFixed(0)} kB` : String(status);
    }
  }
  return measured.map(({ times, said }) => ({ ms: median(times), said }));
}

const line = (page: string, cells: readonly string[]) =>
  console.log(page.padEnd(WIDTHS.page) + cells.map((cell) => cell.padStart(WIDTHS.site)).join(''));

async function report(renderers: readonly Renderer[]): Promise<void> {
  line(
    '',
    SITES.map(({ name }) => name),
  );
  for (const [name, ask] of Object.entries(await askedPages())) {
    const measured = await measure(ask, renderers);
    line(
      name,
      measured.map(({ ms, said }) => `${ms.toFixed(1)} ms, ${said}`),
    );
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'scale-'));
/** Opens one site after the other, and reports once all are open. */
const open = (renderers: readonly Renderer[]): Promise<void> => {
  const site = SITES[renderers.length];
  if (!site) return report(renderers);
  return onSite(path.join(folder, String(renderers.length)), site.rows, (next) => open([...renderers, next]));
};
try {
  await open([]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
