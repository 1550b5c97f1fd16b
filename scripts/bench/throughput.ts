// `pnpm bench:throughput [ADDRESS]`: measures the cached responses a second of a running platform's shell, beside plain
// Node.js with the same headers and body. Only rows of one run compare.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { CommandError, runCommand } from '../terminal.ts';
import { firstPost, startEditor } from './editor.ts';
import { median } from './table.ts';

const SECONDS = 5;
const ROUNDS = 3;
const EACH_MS = 1_000;

const run = promisify(execFile);
const AS_MARKDOWN = { accept: 'text/markdown' };
const MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 };

interface Target {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const numbers = (text: string, pattern: RegExp) => (pattern.exec(text) ?? []).slice(1).map(Number);

type Load = Awaited<ReturnType<typeof load>>;

async function load({ url, headers = {} }: Target, seconds: number) {
  const given = Object.entries({ 'accept-encoding': 'gzip, deflate, br', ...headers });
  const args = given.flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run('wrk', ['-t1', '-c16', `-d${seconds}s`, '--latency', ...args, url]).catch((error) => {
    if (error.code === 'ENOENT') throw new CommandError('no wrk here: install it (Debian: apt-get install wrk)');
    throw error;
  });
  const failures = [
    ...numbers(stdout, /Non-2xx or 3xx responses: (\d+)/),
    ...numbers(stdout, /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/),
  ].reduce((sum, count) => sum + count, 0);
  if (failures > 0) throw new CommandError(`${failures} requests for ${url} failed`);
  const [, p99 = 'NaN', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const [rate = Number.NaN] = numbers(stdout, /Requests\/sec:\s+([\d.]+)/);
  return { rate, p99: Number(p99) * (MS[unit] ?? Number.NaN) };
}

interface Row {
  readonly name: string;
  readonly target: Target | (() => Promise<Target>);
  readonly beside: string;
  readonly meanwhile?: () => Promise<void>;
}

async function startPlainNode(url: string) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'plain-node.ts'), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = await once(createInterface(child.stdout), 'line');
  return { target: { url: String(address) }, stop: () => child.kill() };
}

function eachSecond(work: () => Promise<void>) {
  let last = work();
  const timer = setInterval(() => {
    last = last.then(work);
  }, EACH_MS);
  return () => {
    clearInterval(timer);
    return last;
  };
}

const targetOf = ({ target }: Row) => (typeof target === 'function' ? target() : target);

/** A conditional request for the current page: a rotating ad renews it each minute. */
async function known(target: Target): Promise<Target> {
  const tag = (await fetch(target.url)).headers.get('etag') ?? '';
  return { ...target, headers: { 'if-none-match': tag } };
}

async function measure(row: Row): Promise<Load> {
  const target = await targetOf(row);
  const stop = row.meanwhile && eachSecond(row.meanwhile);
  const result = await load(target, SECONDS);
  await stop?.();
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
    { name: 'cached home', target: home, beside: 'plain Node.js' },
    { name: 'cached post', target: post, beside: 'plain Node.js' },
    { name: 'cached text of a post', target: { url: `${post.url}.md` }, beside: 'cached post' },
    { name: 'cached text by Accept', target: { ...post, headers: AS_MARKDOWN }, beside: 'cached post' },
    { name: '304 for home', target: () => known(home), beside: 'cached home' },
    { name: 'cached home, staff at work', target: home, beside: 'cached home', meanwhile: editor.work },
    { name: 'cached home, posts being saved', target: home, beside: 'cached home', meanwhile: editor.publish },
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

await runCommand(main);
