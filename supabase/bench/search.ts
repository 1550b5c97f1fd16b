// `pnpm bench:search [POSTS] [SECONDS]`: measures the search over many posts (100,000) on two databases in turns: before the
// migrations that index all kinds of records by one rule for words, and after them. Indexing is measured for SECONDS (60),
// and the rest is copied. Only ratios of one run compare.

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { line as lineOf, median } from '../../scripts/bench/table.ts';
import { connectDriver, socketAddress } from '../local-backend/database/address.ts';
import { createSystem } from '../local-backend/database/bootstrap.ts';
import type { OpenDatabase } from '../local-backend/database/database.ts';
import { migrate, migrationsIn, projectMigrations } from '../local-backend/database/migrate.ts';
import { openPostgres } from '../local-backend/database/postgres.ts';
import { accountOfNewCluster, prepareRuntime } from '../local-backend/postgres/runtime.ts';
import { createCluster, startServer } from '../local-backend/postgres/server.ts';
import { loadDemo } from '../seed/load.ts';

/** The first migration that the search of before does not have. */
const FIRST = 'words';
const POSTS = Number(process.argv[2] ?? 100_000);
const INDEXING_S = Number(process.argv[3] ?? 60);
const BATCH = 20;
const WARM_UP = 2;
const ROUNDS = 15;
const SAVES = 30;

type Sql = ReturnType<typeof connectDriver>;

const sqlOf = (file: string) =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8').replaceAll(':count', String(POSTS));

const line = (name: string, ...cells: readonly string[]) => process.stdout.write(`${lineOf(name, cells)}\n`);
const ms = (value: number) => `${value.toFixed(1)} ms`;
const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const search = (sql: Sql, query: string) => sql`select kind, title from public.search(${query}, 20)`;

type Site = Awaited<ReturnType<typeof connect>>;

async function connect(folder: string, name: string) {
  const connection = () => connectDriver(socketAddress(folder, name), { max: 1 });
  const [owner, visitor] = [connection(), connection()];
  await visitor`set role anon`;
  return { name, owner, visitor };
}

/** The same work on each site in turns; prints medians and the ratio of the last to the first. */
async function compare(
  name: string,
  sites: readonly Site[],
  rounds: number,
  work: (site: Site) => PromiseLike<unknown>,
) {
  const measured = sites.map((site) => ({ site, times: [] as number[] }));
  for (let round = -WARM_UP; round < rounds; round += 1)
    for (const { site, times } of measured) {
      const time = await timed(() => work(site));
      if (round >= 0) times.push(time);
    }
  const medians = measured.map(({ times }) => median(times));
  line(name, ...medians.map(ms), ((medians.at(-1) ?? 0) / (medians[0] ?? 1)).toFixed(2));
}

async function compareSearches(sites: readonly Site[]): Promise<void> {
  const [site] = sites;
  if (!site) return;
  const rare =
    await site.owner`select right(content, 9) as word from public.posts where slug = ${`mehr-${POSTS >> 1}`}`;
  const queries = {
    'a rare word': String(rare[0]?.word),
    'a frequent word': 'ki',
    'two words': 'datenschutz schweiz',
    'four words': 'wie schreibe ich gute prompts',
    'part of a compound': 'verordnung',
    'a typing error': 'datenshcutz',
    'a word that no text has': 'xyzzyqwertz',
  };
  for (const [name, query] of Object.entries(queries))
    await compare(`${name}: ${query}`, sites, ROUNDS, ({ visitor }) => search(visitor, query));
}

async function compareSaves(sites: readonly Site[]): Promise<void> {
  const saved = new Map<Site, number>();
  const next = (site: Site) => {
    saved.set(site, (saved.get(site) ?? 0) + 1);
    return `mehr-${saved.get(site)}`;
  };
  const changes = { title: "title = title || ' neu'", text: "content = content || ' Noch ein Satz.'" };
  for (const [name, change] of Object.entries(changes)) {
    const save = (site: Site) => site.owner.unsafe(`update public.posts set ${change} where slug = '${next(site)}'`);
    await compare(`saving a ${name}`, sites, SAVES, save);
  }
}

async function sizes({ name, owner }: Site): Promise<void> {
  const rows = await owner`
    select c.relname, pg_total_relation_size(c.oid) / 1048576 as mib from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'private'::regnamespace and c.relname like 'search%'`;
  line(`MiB, ${name}`, ...rows.map(({ relname, mib }) => `  ${relname} ${mib}`));
}

/** Indexes anew for a while, first alone, then with a visitor who searches without a pause. */
async function indexAnew({ owner, visitor }: Site): Promise<void> {
  const reads: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) reads.push(await timed(() => search(visitor, 'datenschutz schweiz')));
  line('search before indexing', `median ${ms(median(reads))}`, `p95 ${ms(p95(reads))}`);
  for (const isRead of [false, true]) {
    const until = performance.now() + INDEXING_S * 500;
    let rows = 0;
    const [batches, beside]: [number[], number[]] = [[], []];
    const reader = async () => {
      while (isRead && performance.now() < until)
        beside.push(await timed(() => search(visitor, 'datenschutz schweiz')));
    };
    const writer = async () => {
      for (let made = BATCH; made > 0 && performance.now() < until; rows += made) {
        const index = async () => {
          made = Number((await owner`select private.index_batch(${BATCH}) as made`)[0]?.made);
        };
        batches.push(await timed(index));
      }
    };
    await Promise.all([writer(), reader()]);
    const seconds = batches.reduce((sum, time) => sum + time, 0) / 1000;
    line(
      isRead ? 'indexing with reads beside' : 'indexing',
      `${(rows / seconds).toFixed(1)} rows/s`,
      `batch ${ms(median(batches))}`,
    );
    if (isRead) line('search beside it', `median ${ms(median(beside))}`, `p95 ${ms(p95(beside))}`);
  }
}

async function onDatabase(folder: string, name: string, work: (opened: OpenDatabase) => Promise<unknown>) {
  const opened = await openPostgres(socketAddress(folder, name));
  await work(opened).finally(opened.close);
}

function lastBefore(migration: string): string | undefined {
  const all = migrationsIn(projectMigrations);
  return all[all.findIndex(({ name }) => name === migration) - 1]?.version;
}

async function fill(folder: string): Promise<void> {
  const maintenance = (statement: string) =>
    onDatabase(folder, 'postgres', ({ database }) => database.execute(statement));
  await maintenance('create database before template template0');
  await onDatabase(folder, 'before', async (opened) => {
    await createSystem(opened);
    await migrate(opened.database, projectMigrations, lastBefore(FIRST));
    await loadDemo(opened.database);
    line('filling', ms(await timed(() => opened.database.execute(sqlOf('posts.sql')))));
    await opened.database.execute('vacuum analyze');
  });
  await maintenance('create database after template before');
  await onDatabase(folder, 'after', async ({ database }) => {
    line('migrating', ms(await timed(() => migrate(database, projectMigrations))));
  });
}

async function measure(folder: string): Promise<void> {
  await fill(folder);
  const sites = [await connect(folder, 'before'), await connect(folder, 'after')];
  const after = sites.at(-1);
  if (!after) throw new Error('There is no site');
  await indexAnew(after);
  // The seed's own texts have to be indexed, since their words are copied.
  await after.owner.unsafe(`
    select private.index_record(d.kind, d.id) from private.search_documents d
    where not exists (select from public.posts p where p.id = d.id and p.slug like 'mehr-%')`);
  line('copying the rest', ms(await timed(() => after.owner.unsafe(sqlOf('index.sql')))));
  for (const { owner } of sites) await owner.unsafe('vacuum analyze');
  for (const site of sites) await sizes(site);
  line(`${POSTS.toLocaleString('en')} posts`, ...sites.map(({ name }) => name), 'ratio');
  await compareSearches(sites);
  await compareSaves(sites);
  await Promise.all(sites.flatMap(({ owner, visitor }) => [owner.end(), visitor.end()]));
}

const folder = await mkdtemp(path.join(tmpdir(), 'search-'));
const cluster = path.join(folder, 'cluster');
const runtime = await prepareRuntime(cluster, accountOfNewCluster());
try {
  await createCluster(cluster, runtime);
  const server = await startServer(cluster, runtime);
  await measure(server.folder).finally(server.stop);
} finally {
  runtime.remove();
  await rm(folder, { recursive: true, force: true });
}
