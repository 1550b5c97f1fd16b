// `pnpm bench:scale [POSTS]`: measures rendering on sites of three sizes: the seed, 1,000 posts, and POSTS (100,000) with
// 2,000 workshops in the matrix. The sites take turns, so that other load affects all of them.
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONTRACT } from '../../shared/contract/remote-module.ts';
import { build } from '../../shell/build/build.ts';
import { ROOT } from '../../shell/build/workspace.ts';
import { withWorker } from '../../shell/cli/with-worker.ts';
import type { Bundle } from '../../shell/server/render/messages.ts';
import type { Worker } from '../../shell/server/render/worker-pool.ts';
import { createResourceReader } from '../../shell/server/site/resources.ts';
import { startTestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';
import { line, median } from './table.ts';

const WARM_UP = 5;
const ROUNDS = 25;
const MOST = Number(process.argv[2] ?? 100_000);

const sqlFor = (file: string, count: number) =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8').replaceAll(':count', String(count));

const ORIGIN = 'http://127.0.0.1:3000';

type Render = (worker: Worker) => Promise<{ readonly status: number; readonly bytes: number }>;

const bundleOf = (name: string): Promise<Bundle> =>
  build(ROOT, name, async ({ dist, sources }) => ({
    name,
    version: sources,
    contract: CONTRACT,
    code: await readFile(path.join(dist, 'server', 'index.cjs')),
  }));

const pageOf =
  (bundle: Bundle) =>
  (address: string): Render =>
  async (worker) => {
    const platform = { contract: CONTRACT, supabase: { url: ORIGIN, key: '' }, remotes: {} };
    const page = await worker.page({ url: new URL(address, ORIGIN), platform, owner: undefined, bundle });
    if (!('html' in page)) throw new Error(`${address} is elsewhere`);
    return { status: page.status, bytes: Buffer.byteLength(page.html) + Buffer.byteLength(page.state) };
  };

async function renderings(): Promise<Readonly<Record<string, Render>>> {
  const blog = await bundleOf('mf-blog');
  const learning = await bundleOf('mf-learning');
  const matrix = await bundleOf('mf-matrix');
  const [blogPage, matrixPage] = [pageOf(blog), pageOf(matrix)];
  const resource =
    (address: string): Render =>
    async (worker) => {
      const { response } = await createResourceReader(() => worker, ORIGIN)(address, [blog, learning, matrix]);
      return { status: response?.status ?? 404, bytes: (await response?.arrayBuffer())?.byteLength ?? 0 };
    };
  return {
    home: blogPage('/'),
    'home, page 5': blogPage('/?seite=5'),
    'home, page 1000': blogPage('/?seite=1000'),
    category: blogPage('/category/kurspraxis'),
    'category, page 166': blogPage('/category/kurspraxis?seite=166'),
    'search, a word of most posts': blogPage('/suche?suche=ki'),
    'search, a word of one post': blogPage('/suche?suche=einhorn'),
    post: blogPage('/post/das-naechste-wort'),
    feed: resource('/rss.xml'),
    sitemap: resource('/sitemap.xml'),
    'sitemap, part 1': resource('/sitemap-1.xml'),
    'sitemap, part 100': resource('/sitemap-100.xml'),
    matrix: matrixPage('/course-matrix'),
    'matrix, filtered': matrixPage('/course-matrix?suche=prompt'),
    'matrix, as a table': matrixPage('/course-matrix?ansicht=matrix'),
  };
}

const SITES = [
  { name: 'seed', rows: [] },
  { name: '1,000 posts', rows: [sqlFor('many-posts.sql', 1_000)] },
  {
    name: `${MOST.toLocaleString('en')} posts`,
    rows: [sqlFor('many-posts.sql', MOST), sqlFor('many-workshops.sql', 2_000)],
  },
];
const WIDTHS = { nameWidth: 30, cellWidth: 22 };

async function onSite<T>(folder: string, rows: readonly string[], work: (worker: Worker) => Promise<T>): Promise<T> {
  const backend = await startTestBackend({ dataDir: folder });
  try {
    for (const script of [...rows, 'vacuum analyze']) await backend.database.execute(script);
    return await withWorker({ supabase: { url: backend.url, key: backend.publishableKey } }, ({ worker }) =>
      work(worker),
    );
  } finally {
    await backend.close();
  }
}

async function measure(ask: Render, workers: readonly Worker[]) {
  const measured = workers.map((worker) => ({ worker, times: [] as number[], said: '' }));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const one of measured) {
      const start = performance.now();
      const { status, bytes } = await ask(one.worker);
      if (round >= 0) one.times.push(performance.now() - start);
      one.said = status === 200 ? `${(bytes / 1000).toFixed(0)} kB` : String(status);
    }
  }
  return measured.map(({ times, said }) => ({ ms: median(times), said }));
}

async function report(workers: readonly Worker[]): Promise<void> {
  const sites = SITES.map(({ name }) => name);
  console.log(line('', sites, WIDTHS));
  for (const [name, ask] of Object.entries(await renderings())) {
    const cells = (await measure(ask, workers)).map(({ ms, said }) => `${ms.toFixed(1)} ms, ${said}`);
    console.log(line(name, cells, WIDTHS));
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'scale-'));
const open = (workers: readonly Worker[]): Promise<void> => {
  const site = SITES[workers.length];
  if (!site) return report(workers);
  return onSite(path.join(folder, String(workers.length)), site.rows, (next) => open([...workers, next]));
};
try {
  await open([]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
