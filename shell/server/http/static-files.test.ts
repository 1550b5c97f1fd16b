import { createHash } from 'node:crypto';
import { readdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { writeBuild } from '../../registry/store/testing/build.ts';
import { ASSETS, loadStaticFiles, makeDeltas } from './static-files.ts';
import { type Listening, listening } from './testing/listening.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REACT = 'js/react.0000000000.js';
const DICTIONARY = 'match="/assets/js/index.*.js", match-dest=("script")';
const scriptOf = (build: number) =>
  `${Array.from({ length: 300 }, (_, line) => `f${line}(${createHash('sha256').update(String(line)).digest('hex')})`).join(';')};v${build}()`;
const nameOf = (build: number) => `js/index.${String(build).repeat(10)}.js`;

let folder: string;
let server: Listening | undefined;
beforeEach(async () => {
  folder = path.join(folderOfTest(), 'served-scripts');
});
afterEach(() => {
  server?.close();
  server = undefined;
});

/** Starts a shell of a build. */
async function start(build: number): Promise<void> {
  const dist = await writeBuild({ [nameOf(build)]: scriptOf(build), [REACT]: 'react', 'page-assets.json': '{}' });
  const files = await loadStaticFiles(dist, IMMUTABLE, ASSETS);
  await rm(dist, { recursive: true });
  const own = files.get(ASSETS + nameOf(build));
  if (!Buffer.isBuffer(own?.body)) throw new Error('expected the script');
  const compressed = { br: brotliCompressSync(own.body) };
  const served = new Map([...files, [ASSETS + nameOf(build), { ...own, body: own.body, compressed }]]);
  await makeDeltas(served, folder);
  // Earlier builds were started at earlier times.
  const time = new Date(Date.UTC(2026, 0, build));
  await utimes(path.join(folder, nameOf(build)), time, time);
  server?.close();
  server = await listening(async ({ url }) => served.get(url.pathname) ?? { status: 404, body: '' });
}

function get(build: number, from?: number, encoding = 'gzip, br, dcz') {
  const hash = createHash('sha256')
    .update(scriptOf(from ?? 0))
    .digest('base64');
  const dictionary: Record<string, string> = from === undefined ? {} : { 'available-dictionary': `:${hash}:` };
  return fetch(`${server?.url}${ASSETS}${nameOf(build)}`, { headers: { 'accept-encoding': encoding, ...dictionary } });
}

/** The body as it was sent: `fetch` of Node.js does not decode `dcz`. */
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test('a browser with the script of one of the three builds before gets the delta', async () => {
  for (const build of [1, 2, 3, 4, 5]) await start(build);
  for (const build of [2, 3, 4]) {
    const answer = await get(5, build);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-encoding': 'dcz',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': IMMUTABLE,
      'use-as-dictionary': DICTIONARY,
      vary: 'accept-encoding, available-dictionary',
    });
    const bytes = await bytesOf(answer);
    expect(bytes.length).toBeLessThan(150);
    const dictionary = Buffer.from(scriptOf(build));
    expect(zstdDecompressSync(bytes.subarray(40), { dictionary }).toString()).toBe(scriptOf(5));
  }
  for (const answer of [await get(5, 1), await get(5), await get(5, 9)]) {
    expect([answer.headers.get('content-encoding'), answer.headers.get('use-as-dictionary')]).toEqual([
      'br',
      DICTIONARY,
    ]);
    expect(await answer.text()).toBe(scriptOf(5));
  }
});

test('a browser without support gets what it got, whatever it has, and the first build has no deltas', async () => {
  await start(1);
  expect((await get(1, 0)).headers.get('content-encoding')).toBe('br');
  await start(2);
  for (const answer of [await get(2, undefined, 'gzip, br'), await get(2, 1, 'gzip, br')]) {
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('vary')).toBe('accept-encoding, available-dictionary');
    expect(await answer.text()).toBe(scriptOf(2));
  }
});

test('the scripts of three builds before are kept, and older ones are removed', async () => {
  for (const build of [1, 2, 3, 4, 5, 5]) await start(build);
  expect((await readdir(path.join(folder, 'js'))).sort()).toEqual(
    [REACT, ...[2, 3, 4, 5].map(nameOf)].map((name) => path.basename(name)).sort(),
  );
});

test('files are served as loaded at the start, compressed where there is such a form, and nothing else is', async () => {
  const text = 'let a = 1;';
  const folder = await writeBuild({ 'js/a.js': text, 'js/a.js.gz': gzipSync(text) });
  const files = await loadStaticFiles(folder, 'no-cache');
  // A build may replace the folder while the server runs.
  await rm(folder, { recursive: true });
  const server = await listening(async ({ url }) => files.get(new URL(url).pathname) ?? { status: 404, body: '' });
  onTestFinished(() => server.close());
  const get = (address: string, encoding: string) =>
    fetch(server.url + address, { headers: { 'accept-encoding': encoding } });
  for (const [encoding, used] of [
    ['identity', null],
    ['gzip, br', 'gzip'],
  ] as const) {
    const response = await get('/js/a.js', encoding);
    expect([await response.text(), response.headers.get('content-encoding')]).toEqual([text, used]);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  }
  for (const address of ['/js/a.js.gz', '/js/b.js', '/../package.json'])
    expect((await get(address, 'gzip')).status, address).toBe(404);
});
