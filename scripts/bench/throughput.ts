/**
 * `pnpm bench:throughput [ADDRESS]`: how many answers a second the shell of a running platform gives from what it keeps,
 * beside plain Node.js with the same headers and body. Rows of one run compare, runs do not.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Problem } from '../lib/problem.mjs';
import { startEditor } from './editor.ts';
import { firstPost } from './first-post.ts';
import { median } from './median.ts';
import { type Load, load, type Target } from './wrk.ts';

const SECONDS = 5;
const ROUNDS = 3;
const EACH_MS = 1_000;

interface Row {
  readonly name: string;
  readonly target: Target | (() => Promise<Target>);
  /** The row that it is compared with. */
  readonly beside: string;
  /** Done once a second meanwhile. */
  readonly meanwhile?: () => Promise<void>;
}

async function startPlainNode(url: string) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'plain-node.ts'), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = await once(createInterface(child.stdout), 'line');
  return { target: { url: String(address) }, stop: () => child.kill() };
}

/** Does something once a second until the returned function is called; that rejects when it failed. */
function eachSecond(work: (() => Promise<void>) | undefined): () => Promise<void> {
  let last = Promise.resolve();
  if (!work) return () => last;
  const again = () => {
    last = last.then(work);
  };
  again();
  const timer = setInterval(again, EACH_MS);
  return () => {
    clearInterval(timer);
    return last;
  };
}

const targetOf = ({ target }: Row) => (typeof target === 'function' ? target() : target);

/** As somebody asks who has the page as it is now: an ad's turn makes another of it each minute. */
async function known(target: Target): Promise<Target> {
  const tag = (await fetch(target.url)).headers.get('etag') ?? '';
  return { ...target, headers: { 'if-none-match': tag } };
}

async function measure(row: Row): Promise<Load> {
  const { meanwhile } = row;
  const target = await targetOf(row);
  const stop = eachSecond(meanwhile);
  const result = await load(target, SECONDS);
  await stop();
  return result;
}

function print(rows: readonly Row[], results: ReadonlyMap<string, readonly Load[]>): void {
  const rateOf = (name: string) => median((results.get(name) ?? []).map(({ rate }) => rate));
  for (const { name, beside } of rows) {
    const loads = results.get(name) ?? [];
    const rates = loads.map(({ rate }) => Math.round(rate));
    const ratio = `${(rateOf(name) / rateOf(beside)).toFixed(2)} x ${beside}`;
    const span = `${Math.round(rateOf(name))} (${Math.min(...rates)}–${Math.max(...rates)}) a second`;
    const slowest = `p99 ${median(loads.map(({ p99 }) => p99)).toFixed(1)} ms`;
    console.log(name.padEnd(34), span.padEnd(34), slowest.padEnd(16), name === beside ? '' : ratio);
  }
}

async function main(): Promise<void> {
  const platform = new URL(process.argv[2] ?? 'http://127.0.0.1:3000').origin;
  const home = { url: `${platform}/` };
  const post = { url: platform + (await firstPost(platform)) };
  const plain = await startPlainNode(home.url);
  const editor = await startEditor(platform);
  const rows: readonly Row[] = [
    { name: 'plain Node.js', target: plain.target, beside: 'plain Node.js' },
    { name: 'kept home', target: home, beside: 'plain Node.js' },
    { name: 'kept post', target: post, beside: 'plain Node.js' },
    { name: '304 for home', target: () => known(home), beside: 'kept home' },
    { name: 'kept home, staff at work', target: home, beside: 'kept home', meanwhile: editor.work },
    { name: 'kept home, posts being saved', target: home, beside: 'kept home', meanwhile: editor.publish },
  ];
  const results = new Map<string, Load[]>(rows.map(({ name }) => [name, []]));
  try {
    for (const row of rows) await load(await targetOf(row), 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const row of rows) results.get(row.name)?.push(await measure(row));
    }
  } finally {
    plain.stop();
    await editor.leave();
  }
  print(rows, results);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Problem ? error.message : error);
  process.exitCode = 1;
});
