import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { folderOfFile } from '@ki/shared/testing/folder.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { build } from '../../build/build.ts';
import { ROOT } from '../../build/workspace.ts';
import { temporaryServer } from '../testing/temporary.ts';
import type { Bundle } from './messages.ts';
import { workerProgram } from './spawn-worker.ts';
import { bundleOf, bundleThat, pageOf } from './testing/tiny-bundle.ts';
import { startWorkerPool, type WorkerPool } from './worker-pool.ts';

const SECRET = 'kept from every remote';
const supabase = { url: 'http://127.0.0.1:1', key: 'none' };
const cutShort = { name: expect.stringMatching(/^(WorkerEnded|RenderTimeout)$/) };

const folder = folderOfFile();
const secretFile = path.join(folder, 'secret.env');
let program: string;
/** One worker for all tests; where a test ends it, another one takes its place. */
let workers: WorkerPool;
let printed: string[];

const onLog = (_level: string, words: string) => printed.push(words);
const onEnd = (why: string) => printed.push(`a worker ended: ${why}`);
const start = (its: string, count = 1, backend = supabase) =>
  startWorkerPool({ count, program: its, supabase: backend, onLog, onEnd });
/** A pool of the running test. */
function startOwn(...settings: Parameters<typeof start>): WorkerPool {
  const own = start(...settings);
  onTestFinished(() => own.end());
  return own;
}
const page = (bundle: Bundle, pool = workers) => pool.leastBusy().page(pageOf(bundle));

async function said(deed: string, pool = workers): Promise<string> {
  const url = new URL('http://127.0.0.1:3000/tiny.txt');
  const answer = await pool.leastBusy().resource(url, bundleThat(deed));
  return (await answer.response?.text()) ?? '';
}

/** A page of another remote renders, in the same worker or in the one that replaces it. */
const expectOthersAnswered = async () => {
  const good = bundleThat('1');
  await vi.waitFor(async () => expect(await page(good)).toMatchObject({ status: 200 }), 20_000);
};

beforeAll(async () => {
  program = await build(ROOT, 'shell', ({ dist }) => workerProgram(dist));
  await writeFile(secretFile, `SECRET=${SECRET}`);
  vi.stubEnv('SECRET', SECRET);
  workers = start(program);
}, 300_000);
beforeEach(() => {
  printed = [];
});
afterAll(() => {
  workers.end();
  vi.unstubAllEnvs();
});

test('a page is rendered by another process', async () => {
  const rendered = await page(bundleThat('1'));
  expect(rendered).toMatchObject({ status: 200, html: expect.stringContaining('Guten Tag') });
  expect(await said('process.pid')).not.toBe(`got ${process.pid}`);
});

describe('a remote has access to', () => {
  test.each([
    ['no file', () => `process.getBuiltinModule('node:fs').readFileSync('${secretFile}', 'utf8')`],
    ['no file by import', () => `import('node:fs').then((fs) => fs.readFileSync('${secretFile}', 'utf8'))`],
    ['no file by a constructed function', () => `Function("return import('node:fs')")()`],
    ['no file by a URL', () => `fetch('file://${secretFile}').then((answer) => answer.text())`],
    ['no file as environment', () => `(process.loadEnvFile('${secretFile}'), process.env.SECRET)`],
    ['no file to write', () => `process.report.writeReport('${secretFile}')`],
    ['no module of Node.js', () => `globalThis.require('node:os').hostname()`],
    ['no native addon', () => `process.dlopen({ exports: {} }, '${process.execPath}')`],
    ['no internal binding of Node.js', () => `process.binding('fs')`],
    ['no program', () => `process.getBuiltinModule('node:child_process').execSync('id')`],
    ['no other process', () => 'process.kill(process.ppid, 0)'],
    ['no other process by the internal function', () => 'process._kill(process.ppid, 0)'],
  ])('%s', async (_what, deed) => expect(await said(deed())).toMatch(/^refused: /));

  test('no environment', async () => expect(await said('JSON.stringify(process.env)')).toBe('got {}'));

  test('no paths of the command line', async () => {
    expect(await said('[process.cwd(), ...process.argv.slice(1)].join()')).toBe(`got ${path.parse(folder).root},-`);
  });
});

test('the permission model refuses code that reaches a module of Node.js', async () => {
  startOwn(`
    const tries = {
      read: () => require('node:fs').readFileSync(${JSON.stringify(secretFile)}),
      write: () => require('node:fs').writeFileSync(${JSON.stringify(secretFile)}, ''),
      program: () => require('node:child_process').execSync('id'),
      thread: () => new (require('node:worker_threads').Worker)('', { eval: true }),
      database: () => new (require('node:sqlite').DatabaseSync)(${JSON.stringify(secretFile)}),
      addon: () => process.dlopen({ exports: {} }, process.execPath),
      debugger: () => new (require('node:inspector').Session)().connect(),
      wasi: () => new (require('node:wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } }),
    };
    for (const [what, attempt] of Object.entries(tries)) {
      try { attempt(); console.log(what, 'works'); } catch (error) { console.log(what, error.code); }
    }
    console.log('tried all');`);
  await vi.waitFor(() => expect(printed).toContain('tried all'), 10_000);
  expect(printed).toEqual(
    expect.arrayContaining([
      'read ERR_ACCESS_DENIED',
      'write ERR_ACCESS_DENIED',
      'program ERR_ACCESS_DENIED',
      'thread ERR_ACCESS_DENIED',
      'database ERR_UNKNOWN_BUILTIN_MODULE',
      'addon ERR_DLOPEN_DISABLED',
      'debugger ERR_ACCESS_DENIED',
      'wasi ERR_ACCESS_DENIED',
    ]),
  );
});

/** Code can find the channel to the shell among the active handles. */
const CHANNEL = 'process._getActiveHandles().find((handle) => handle.readable && handle.writable)';
const written = (bytes: string) => `${CHANNEL}.write(${bytes})`;

describe('one response is lost, and others follow, when a remote', () => {
  test.each([
    ['exits', 'process.exit(0)'],
    ['aborts', 'process.abort()'],
    ['throws outside of any promise', `new Promise(() => setTimeout(() => { throw new Error('later'); }))`],
    ['takes all memory', '(() => { const all = []; for (;;) all.push(new Array(1e5).fill(all)); })()'],
    ['takes all memory outside of the heap', '(() => { const all = []; for (;;) all.push(Buffer.alloc(1e7, 1)); })()'],
    ['sends no JSON', `new Promise(() => ${written('Buffer.from([0, 0, 0, 4, 1, 2, 3, 4])')})`],
    ['announces a message that is too long', `new Promise(() => ${written('Buffer.alloc(8, 255)')})`],
    ['responds to an unknown call', `new Promise(() => ${written(framedText('{"kind":"done","id":99,"value":1}'))})`],
    ['sends JSON that is no response', `new Promise(() => ${written(framedText('{"__proto__":{"kind":"done"}}'))})`],
    ['cuts the channel', `new Promise(() => ${CHANNEL}.destroy())`],
  ])('%s', async (_what, deed) => {
    await expect(page(bundleThat(deed))).rejects.toMatchObject(cutShort);
    await expectOthersAnswered();
  });

  test('ends the process as soon as it is loaded', async () => {
    await expect(workers.leastBusy().load(bundleOf('process.exit()'))).rejects.toMatchObject(cutShort);
    await expectOthersAnswered();
  });
});

test('an unhandled rejection ends neither the page nor the worker', async () => {
  const [first] = await Promise.all([page(bundleThat(`void Promise.reject(new Error('nobody waits'))`)), said('1')]);
  expect(first).toMatchObject({ status: 200 });
  await vi.waitFor(() => expect(printed.join('\n')).toContain('nobody waits'));
  expect(printed.join('\n')).not.toContain('a worker ended');
});

test('a page that never ends is aborted after ten seconds, and its worker goes on', async () => {
  const hanging = page(bundleThat('new Promise(() => undefined)'));
  const late = expect(hanging).rejects.toMatchObject({ name: 'RenderTimeout' });
  const pid = await said('process.pid');
  await late;
  expect(await said('process.pid')).toBe(pid);
});

test.each([
  ['', '(() => { for (;;); })()'],
  [' in a microtask', '(async () => { for (;;) await null; })()'],
])('while one of two workers never comes to an end%s, the other renders, and it is replaced', async (_where, loop) => {
  const own = startOwn(program, 2);
  const stuck = expect(page(bundleThat(loop), own)).rejects.toMatchObject(cutShort);
  expect(await page(bundleThat('1'), own)).toMatchObject({ status: 200 });
  await stuck;
  await vi.waitFor(() => expect(printed.join()).toContain('a worker ended'));
});

test('while one of two workers starts, the other renders everything', async () => {
  const own = startOwn(program, 2);
  const asked = async () => new Set(await Promise.all([said('process.pid', own), said('process.pid', own)]));
  await vi.waitFor(async () => expect((await asked()).size).toBe(2), 10_000);
  await expect(page(bundleThat('process.exit(0)'), own)).rejects.toMatchObject(cutShort);
  expect((await asked()).size).toBe(1);
});

test('console output of a remote is limited in lines and length', async () => {
  await said(`(() => { for (let line = 0; line < 5000; line += 1) console.log('x'.repeat(5000)); })()`);
  await vi.waitFor(() => expect(printed.at(-1)).toMatch(/left out/));
  expect(printed.length).toBeLessThan(300);
  expect(Math.max(...printed.map((line) => line.length))).toBeLessThanOrEqual(2_000);
});

test('a worker that cannot be started for lack of file descriptors is started again', async () => {
  const script = `
    import { closeSync, openSync } from 'node:fs';
    import { startWorkerPool } from ${JSON.stringify(path.join(import.meta.dirname, 'worker-pool.ts'))};
    const taken = [];
    try { for (;;) taken.push(openSync('/dev/null')); } catch { console.log('no room'); }
    const onEnd = () => { while (taken.length > 0) closeSync(taken.pop()); console.log('ended'); };
    const supabase = ${JSON.stringify(supabase)};
    startWorkerPool({ count: 1, program: 'console.log("it runs")', supabase, onEnd, onLog: (_, words) => {
      if (words === 'it runs') { console.log('started'); process.exit(); }
    } });
    setInterval(() => {}, 1000);`;
  const argv = ['-c', 'ulimit -n 100 && exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script];
  const child = spawn('sh', argv, { stdio: ['ignore', 'pipe', 'ignore'] });
  expect((await text(child.stdout)).split('\n').slice(0, 3)).toEqual(['no room', 'ended', 'started']);
});

test('a worker that ends at its start is restarted with growing pauses', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const ends = () => printed.filter((line) => line.includes('exit code 7')).length;
    const own = startOwn('process.exit(7)');
    const waits = [];
    for (let count = 1; count <= 5; count += 1) {
      await vi.waitUntil(() => ends() === count, { timeout: 10_000 });
      waits.push(vi.getTimerCount());
      vi.advanceTimersByTime(200 * 2 ** (count - 1));
    }
    expect(waits).toEqual([1, 1, 1, 1, 1]);
    expect(() => own.leastBusy()).not.toThrow();
  } finally {
    vi.useRealTimers();
  }
});

describe('the cache tags of queries', () => {
  const bundleReading = (reading: string) =>
    bundleOf(`
    const clients = require('@ki/shared/data/clients.ts');
    const read = async () => { const reader = await clients.reader(); return ${reading}; };
    exports.remote = {
      contract: 2,
      id: 'mf-tiny',
      routes: [{ id: 'tiny', path: '/tiny', loader: async () => { await read(); return null; }, Component: () => 'Tag' }],
      resources: [{ path: '/tiny.txt', respond: async () => { await read(); return new Response('Tag'); } }],
    };`);

  /** A pool whose backend answers when this number of queries has arrived. */
  async function readingPool(together: number): Promise<WorkerPool> {
    const held: (() => void)[] = [];
    const url = await temporaryServer((_request, response) => {
      held.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'));
      if (held.length < together) return;
      for (const answer of held.splice(0)) answer();
    });
    return startOwn(program, 1, { url, key: 'none' });
  }
  const dependenciesOf = async (reading: string, pool = workers) =>
    (await page(bundleReading(reading), pool)).dependencies;

  test('a page and a file report the cache tags of their queries', async () => {
    const reading =
      "Promise.all([reader.from('posts').select('categories(name)'), reader.rpc('search', { query: 'x' })])";
    const topics = ['site', 'posts', 'pages', 'categories', 'workshops', 'courses', 'matrix'];
    const own = await readingPool(2);
    expect(new Set(await dependenciesOf(reading, own))).toEqual(new Set(topics));
    const file = await own.leastBusy().resource(new URL('http://site/tiny.txt'), bundleReading(reading));
    expect(new Set(file.dependencies)).toEqual(new Set(topics));
  });

  test('a page without queries depends on the site alone', async () => {
    expect(await dependenciesOf('null')).toEqual(['site']);
  });

  test('concurrent pages have only the cache tags of their own queries, and that of the site', async () => {
    const own = await readingPool(2);
    const reads = ["reader.from('posts').select('id')", "reader.from('ads').select('id')"];
    expect(await Promise.all(reads.map((reading) => dependenciesOf(reading, own)))).toEqual([
      ['site', 'posts'],
      ['site', 'ads'],
    ]);
  });

  test('a query outside of any page makes the dependencies of pages in flight unknown', async () => {
    const bundle = bundleOf(`
    const clients = require('@ki/shared/data/clients.ts');
    const { promise, resolve } = Promise.withResolvers();
    const rows = promise.then(clients.reader).then((reader) => reader.from('posts').select('id'));
    exports.remote = {
      contract: 2,
      id: 'mf-tiny',
      routes: [{ id: 'tiny', path: '/tiny', loader: async () => { resolve(); await rows; return null; }, Component: () => 'Tag' }],
    };`);
    expect((await page(bundle, await readingPool(1))).dependencies).toBeNull();
  });
});

function framedText(json: string): string {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(json.length);
  return `Buffer.from('${Buffer.concat([header, Buffer.from(json)]).toString('hex')}', 'hex')`;
}
