import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { build } from '../../build/build.ts';
import { ROOT } from '../../build/workspace.ts';
import type { Bundle } from './bundle.ts';
import { rendererProgram } from './program.ts';
import { type Renderers, startRenderers } from './renderers.ts';
import { bundleOf, bundleThat, pageOf } from './testing/tiny-bundle.ts';

const SECRET = 'kept from every remote';
const supabase = { url: 'http://127.0.0.1:1', key: 'none' };
const cutShort = { name: expect.stringMatching(/^(RendererEnded|RenderedTooLate)$/) };

let program: string;
let folder: string;
let secretFile: string;
let renderers: Renderers;
let printed: string[];

const onSaid = (_level: string, words: string) => printed.push(words);
const onEnd = (why: string) => printed.push(`a renderer ended: ${why}`);
const start = (its: string, count = 1) => startRenderers({ count, program: its, supabase, onSaid, onEnd });
const page = (bundle: Bundle) => renderers.leastBusy().page(pageOf(bundle));

/** What the remote got hold of, or why it did not. */
async function said(deed: string): Promise<string> {
  const url = new URL('http://127.0.0.1:3000/tiny.txt');
  const answer = await renderers.leastBusy().contribution(url, [bundleThat(deed)]);
  return (await answer.response?.text()) ?? '';
}

/** A page of another remote is rendered, by the one that is there or by the next. */
const expectOthersAnswered = async () => {
  const good = bundleThat('1');
  await vi.waitFor(async () => expect(await page(good)).toMatchObject({ status: 200 }), 20_000);
};

beforeAll(async () => {
  program = await build(ROOT, 'shell', rendererProgram);
}, 300_000);
beforeEach(async () => {
  vi.stubEnv('SECRET', SECRET);
  folder = await mkdtemp(path.join(tmpdir(), 'renderers-'));
  secretFile = path.join(folder, 'secret.env');
  await writeFile(secretFile, `SECRET=${SECRET}`);
  printed = [];
  renderers = start(program);
});
afterEach(async () => {
  renderers.end();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test('a page is rendered by another process', async () => {
  const rendered = await page(bundleThat('1'));
  expect(rendered).toMatchObject({ status: 200, html: expect.stringContaining('Guten Tag') });
  expect(await said('process.pid')).not.toBe(`got ${process.pid}`);
});

describe('a remote gets hold of', () => {
  test.each([
    ['no file', () => `process.getBuiltinModule('node:fs').readFileSync('${secretFile}', 'utf8')`],
    ['no file by import', () => `import('node:fs').then((fs) => fs.readFileSync('${secretFile}', 'utf8'))`],
    ['no file by a made function', () => `Function("return import('node:fs')")()`],
    ['no file by an address', () => `fetch('file://${secretFile}').then((answer) => answer.text())`],
    ['no file as environment', () => `(process.loadEnvFile('${secretFile}'), process.env.SECRET)`],
    ['no file to write', () => `process.report.writeReport('${secretFile}')`],
    ['no module of Node.js', () => `globalThis.require('node:os').hostname()`],
    ['nothing native', () => `process.dlopen({ exports: {} }, '${process.execPath}')`],
    ['no inner part of Node.js', () => `process.binding('fs')`],
    ['no program', () => `process.getBuiltinModule('node:child_process').execSync('id')`],
    ['no other process', () => 'process.kill(process.ppid, 0)'],
    ['no other process by the back door', () => 'process._kill(process.ppid, 0)'],
  ])('%s', async (_what, deed) => expect(await said(deed())).toMatch(/^refused: /));

  test('no environment', async () => expect(await said('JSON.stringify(process.env)')).toBe('got {}'));

  test('nothing of the command line that would say where things are', async () => {
    expect(await said('[process.cwd(), ...process.argv.slice(1)].join()')).toBe(`got ${path.parse(folder).root},-`);
  });
});

test('code that does find a module of Node.js is refused by the permission model', async () => {
  renderers.end();
  renderers = start(`
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

/** The channel to the shell, as code finds it that looks for it. */
const CHANNEL = 'process._getActiveHandles().find((handle) => handle.readable && handle.writable)';
const written = (bytes: string) => `${CHANNEL}.write(${bytes})`;

describe('one answer is lost, and others go on, when a remote', () => {
  test.each([
    ['exits', 'process.exit(0)'],
    ['aborts', 'process.abort()'],
    ['throws where nobody catches', `new Promise(() => setTimeout(() => { throw new Error('later'); }))`],
    ['never comes to an end', '(() => { for (;;); })()'],
    ['never comes to an end in a microtask', '(async () => { for (;;) await null; })()'],
    ['takes all memory', '(() => { const all = []; for (;;) all.push(new Array(1e5).fill(all)); })()'],
    ['takes all memory beside the heap', '(() => { const all = []; for (;;) all.push(Buffer.alloc(1e7, 1)); })()'],
    ['sends no JSON', `new Promise(() => ${written('Buffer.from([0, 0, 0, 4, 1, 2, 3, 4])')})`],
    ['says that more comes than there is room for', `new Promise(() => ${written('Buffer.alloc(8, 255)')})`],
    ['answers what nobody asked', `new Promise(() => ${written(framedText('{"kind":"done","id":99,"value":1}'))})`],
    ['sends JSON that is no answer', `new Promise(() => ${written(framedText('{"__proto__":{"kind":"done"}}'))})`],
    ['cuts the channel', `new Promise(() => ${CHANNEL}.destroy())`],
  ])('%s', async (_what, deed) => {
    await expect(page(bundleThat(deed))).rejects.toMatchObject(cutShort);
    await expectOthersAnswered();
  });

  test('ends the process as soon as it is loaded', async () => {
    await expect(renderers.leastBusy().load(bundleOf('process.exit()'))).rejects.toMatchObject(cutShort);
    await expectOthersAnswered();
  });
});

test('nothing is lost by a promise that fails and that nobody waits for', async () => {
  const [first] = await Promise.all([page(bundleThat(`void Promise.reject(new Error('nobody waits'))`)), said('1')]);
  expect(first).toMatchObject({ status: 200 });
  await vi.waitFor(() => expect(printed.join('\n')).toContain('nobody waits'));
  expect(printed.join('\n')).not.toContain('a renderer ended');
});

test('what never answers is given up after ten seconds, and costs nobody else anything', async () => {
  const hanging = page(bundleThat('new Promise(() => undefined)'));
  const late = expect(hanging).rejects.toMatchObject({ name: 'RenderedTooLate' });
  const pid = await said('process.pid');
  await late;
  expect(await said('process.pid')).toBe(pid);
});

test('others render while one of two is stuck', async () => {
  renderers.end();
  renderers = start(program, 2);
  const stuck = expect(page(bundleThat('(() => { for (;;); })()'))).rejects.toMatchObject(cutShort);
  expect(await page(bundleThat('1'))).toMatchObject({ status: 200 });
  await stuck;
});

test('while one of two starts, the other does all there is', async () => {
  renderers.end();
  renderers = start(program, 2);
  const asked = async () => new Set(await Promise.all([said('process.pid'), said('process.pid')]));
  await vi.waitFor(async () => expect((await asked()).size).toBe(2), 10_000);
  await expect(page(bundleThat('process.exit(0)'))).rejects.toMatchObject(cutShort);
  expect((await asked()).size).toBe(1);
});

test('a remote fills no log', async () => {
  await said(`(() => { for (let line = 0; line < 5000; line += 1) console.log('x'.repeat(5000)); })()`);
  await vi.waitFor(() => expect(printed.at(-1)).toMatch(/left out/));
  expect(printed.length).toBeLessThan(300);
  expect(Math.max(...printed.map((line) => line.length))).toBeLessThanOrEqual(2_000);
});

test('where there is no room for a process another attempt is made', async () => {
  const script = `
    import { closeSync, openSync } from 'node:fs';
    import { startRenderers } from ${JSON.stringify(path.join(import.meta.dirname, 'renderers.ts'))};
    const taken = [];
    try { for (;;) taken.push(openSync('/dev/null')); } catch { console.log('no room'); }
    const onEnd = () => { while (taken.length > 0) closeSync(taken.pop()); console.log('ended'); };
    const supabase = ${JSON.stringify(supabase)};
    startRenderers({ count: 1, program: 'console.log("it runs")', supabase, onEnd, onSaid: (_, words) => {
      if (words === 'it runs') { console.log('started'); process.exit(); }
    } });
    setInterval(() => {}, 1000);`;
  const argv = ['-c', 'ulimit -n 100 && exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script];
  const child = spawn('sh', argv, { stdio: ['ignore', 'pipe', 'ignore'] });
  expect((await text(child.stdout)).split('\n').slice(0, 3)).toEqual(['no room', 'ended', 'started']);
});

test('a program that cannot start is started less and less often', async () => {
  renderers.end();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const ends = () => printed.filter((line) => line.includes('exit code 7')).length;
    renderers = start('process.exit(7)');
    const waits = [];
    for (let count = 1; count <= 5; count += 1) {
      await vi.waitUntil(() => ends() === count, { timeout: 10_000 });
      waits.push(vi.getTimerCount());
      vi.advanceTimersByTime(200 * 2 ** (count - 1));
    }
    expect(waits).toEqual([1, 1, 1, 1, 1]);
    expect(() => renderers.leastBusy()).not.toThrow();
  } finally {
    vi.useRealTimers();
  }
});

function framedText(json: string): string {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(json.length);
  return `Buffer.from('${Buffer.concat([header, Buffer.from(json)]).toString('hex')}', 'hex')`;
}
