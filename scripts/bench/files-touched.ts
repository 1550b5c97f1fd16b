// `node scripts/bench/files-touched.ts [ADDRESS] [DATA_DIR]`: the source files of a running shell in which a function
// runs between `GET /` and its response, on a cache hit and on a miss. V8's precise coverage counts calls between two
// samples; a file counts when it is in every round, which leaves out timers. The shell runs its sources, so no source
// maps are needed. The shell's process must be on this machine and port 9229 free.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { answers } from '../../shared/testing/started-platform.ts';
import { until } from '../../shared/testing/until.ts';
import { startEditor } from './editor.ts';

const ROUNDS = 8;
const SETTLED_MS = 2_000;
const INSPECTOR = 'http://127.0.0.1:9229/json/list';

type Coverage = readonly { readonly url: string; readonly functions: { ranges: { count: number }[] }[] }[];

async function inspectorOf(pid: number): Promise<WebSocket> {
  process.kill(pid, 'SIGUSR1');
  await until('the inspector listens', () => answers(INSPECTOR));
  const [target] = (await (await fetch(INSPECTOR)).json()) as { webSocketDebuggerUrl: string }[];
  return new WebSocket(target?.webSocketDebuggerUrl ?? '');
}

async function startCoverage(pid: number) {
  const socket = await inspectorOf(pid);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    waiting.get(id)?.(result);
  });
  let lastId = 0;
  const send = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
  await send('Profiler.enable');
  await send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    async take(): Promise<ReadonlySet<string>> {
      const { result } = (await send('Profiler.takePreciseCoverage')) as { result: Coverage };
      const called = result.filter(
        ({ url, functions }) =>
          url.startsWith('file://') &&
          !url.includes('/node_modules/') &&
          functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
      );
      return new Set(called.map(({ url }) => url.replace(/^.*?\/(?=(shell|shared)\/)/, '')));
    },
    stop: () => socket.close(),
  };
}

const inAll = (rounds: readonly ReadonlySet<string>[]) =>
  [...(rounds[0] ?? [])].filter((file) => rounds.every((files) => files.has(file))).sort();

async function main(): Promise<void> {
  const address = new URL(process.argv[2] ?? 'http://127.0.0.1:3000').origin;
  const dataDir = process.argv[3] ?? '.data';
  const { pid } = JSON.parse(await readFile(path.join(dataDir, 'shell.json'), 'utf8')) as { pid: number };
  const editor = await startEditor(address);
  const coverage = await startCoverage(pid);

  async function filesOf(wanted: RegExp): Promise<ReadonlySet<string>> {
    // This request polls the tag versions of all pages, so that the measured one does not.
    await (await fetch(`${address}/login`)).text();
    await coverage.take();
    const response = await fetch(`${address}/`, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    await response.text();
    const files = await coverage.take();
    const timing = response.headers.get('server-timing') ?? '';
    if (!wanted.test(timing)) throw new Error(`expected ${wanted}, got ${timing}`);
    return files;
  }

  try {
    const misses: ReadonlySet<string>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // Without a read between the two writes, no background revalidation caches the page again.
      for (const _write of [1, 2]) {
        await editor.publish();
        await pause(SETTLED_MS);
      }
      misses.push(await filesOf(/miss|fresh/));
    }
    const hits: ReadonlySet<string>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) hits.push(await filesOf(/hit|kept/));
    for (const [name, rounds] of Object.entries({ hit: hits, miss: misses })) {
      const files = inAll(rounds);
      console.log(`${name}  ${files.length} files\n  ${files.join('\n  ')}`);
    }
  } finally {
    coverage.stop();
    await editor.leave();
  }
}

await main();
