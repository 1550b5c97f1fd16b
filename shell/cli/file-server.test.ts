import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm, utimes } from 'node:fs/promises';
import { type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { zstdDecompressSync } from 'node:zlib';
import { freePort } from '@ki/shared/testing/free-ports.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createFolderStore } from '../registry/store/folder-store.ts';
import { storedHashes } from '../registry/store/store.ts';
import { writeBuild } from '../registry/store/testing/build.ts';
import { release } from '../registry/testing/release.ts';
import { fileServer, storeServer } from './file-server.ts';

const CHROMIUM = 'gzip, deflate, br, zstd, dcb, dcz';
const FIREFOX = 'gzip, deflate, br, zstd';
const DICTIONARY = 'match="/*/web/js/index.*.js", match-dest=("script")';
const sha256 = (text: string) => createHash('sha256').update(text).digest();
const scriptOf = (version: number) =>
  `${Array.from({ length: 300 }, (_, line) => `f${line}(${sha256(String(line)).toString('hex')})`).join(';')};v${version}()`;
const hashed = (version: number) => `web/js/index.${String(version).repeat(10)}.js`;
const releaseOf = (version: number) => release('mf-tiny', String(version), '/tiny');

let root: string;
let server: Server;
let whole: Server;
beforeAll(async () => {
  root = await writeBuild({});
  for (const version of [1, 2, 3, 4, 5]) {
    await store(version, { 'web/remoteEntry.js': 'entry', 'web/mf-manifest.json': '{}' });
    const time = new Date(Date.UTC(2026, 0, version));
    await utimes(path.join(root, 'mf-tiny', String(version), 'release.json'), time, time);
  }
  server = fileServer(path.join(root, 'mf-tiny'));
  whole = storeServer(root, 'https://cdn.example/store/');
  for (const one of [server, whole]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const one of [server, whole]) one.close();
  await rm(root, { recursive: true });
});

/** Stores a build with the script of the version, and returns the names of the stored files. */
async function store(version: number, files: Readonly<Record<string, string>>) {
  const folder = createFolderStore(root);
  const dist = await writeBuild({ [hashed(version)]: scriptOf(version), 'server/index.cjs': 'server', ...files });
  await folder.put(dist, releaseOf(version));
  await rm(dist, { recursive: true });
  return folder.files('mf-tiny', String(version));
}

const dictionary = (version: number) => `:${sha256(scriptOf(version)).toString('base64')}:`;
const SCRIPT = `/5/${hashed(5)}`;

async function get(address: string, encoding: string, available?: string, from = server) {
  const { port } = from.address() as AddressInfo;
  const headers = { 'accept-encoding': encoding, ...(available && { 'available-dictionary': available }) };
  const answer = await new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      request({ host: '127.0.0.1', port, path: address, headers }, async (response) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) });
      })
        .on('error', reject)
        .end();
    },
  );
  const { date: _, 'last-modified': __, ...rest } = answer.headers;
  return { ...answer, headers: rest };
}

test.each([2, 3, 4])(
  'a browser with the script of release %i, of the three before, gets the delta',
  async (version) => {
    const { headers, body } = await get(SCRIPT, CHROMIUM, dictionary(version));
    expect(headers).toMatchObject({
      'content-encoding': 'dcz',
      'content-type': 'text/javascript',
      vary: 'accept-encoding, available-dictionary',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'use-as-dictionary': DICTIONARY,
    });
    expect(body.length).toBeLessThan(150);
    expect(body.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
    expect(body.subarray(8, 40)).toEqual(sha256(scriptOf(version)));
    const opened = zstdDecompressSync(body.subarray(40), { dictionary: Buffer.from(scriptOf(version)) });
    expect(opened.toString()).toBe(scriptOf(5));
  },
);

test.each([
  ['another dictionary', dictionary(9)],
  ['the script of a fourth release before', dictionary(1)],
  ['no dictionary', undefined],
  ['a header that names no dictionary', '../../etc'],
])('a browser with %s gets the whole script, which it may use as a dictionary', async (_what, available) => {
  const { headers, body } = await get(SCRIPT, CHROMIUM, available);
  expect([headers['content-encoding'], headers['use-as-dictionary']]).toEqual([undefined, DICTIONARY]);
  expect(body.toString()).toBe(scriptOf(5));
});

test('a browser without support gets the same answer, whatever it has', async () => {
  const before = await get(SCRIPT, FIREFOX);
  expect(before.headers).toEqual({
    'content-security-policy': "sandbox; default-src 'none'",
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript',
    'content-length': String(scriptOf(5).length),
    'use-as-dictionary': DICTIONARY,
    vary: 'accept-encoding, available-dictionary',
    connection: 'keep-alive',
    'keep-alive': 'timeout=5',
  });
  expect(await get(SCRIPT, FIREFOX, dictionary(4))).toEqual(before);
});

test.each(['bytes=5-3', 'bytes=0-9', 'bytes=-1', 'bytes=99999-', 'nonsense'])('a file is whole: %s', async (range) => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${SCRIPT}`, { headers: { range } });
  expect([response.status, await response.text()]).toEqual([200, scriptOf(5)]);
});

test('a file that is no script is no dictionary', async () => {
  const { status, headers } = await get('/5/web/mf-manifest.json', CHROMIUM, dictionary(4));
  expect([status, headers['use-as-dictionary'], headers.vary]).toEqual([200, undefined, 'Accept-Encoding']);
});

test.each(['/5/web/none.js', '/../secret.js', '/%2e%2e/mf-other/1/web/a.js'])('there is nothing at %s', async (at) => {
  const { status, body } = await get(at, CHROMIUM, dictionary(4));
  expect([status, body.toString()]).toEqual([404, 'not found\n']);
});

test.each(['', '/store'])(
  'a whole store is served with the path %j of its address, and with deltas',
  async (prefix) => {
    const at = (path: string, available?: string) => get(`${prefix}/mf-tiny${path}`, CHROMIUM, available, whole);
    const { headers, body } = await at(SCRIPT);
    const match = DICTIONARY.replace('/*/', '/store/mf-tiny/*/');
    expect([body.toString(), headers['use-as-dictionary']]).toEqual([scriptOf(5), match]);
    expect((await at(SCRIPT, dictionary(4))).headers['content-encoding']).toBe('dcz');
  },
);

test.each(['/', '/mf-tiny', '/mf-other/5/web/a.js', '/other/5/web/a.js', '/mf-tiny/../../secret', '/mf-tiny/%2e%2e/x'])(
  'a whole store has nothing at %s',
  async (at) => {
    expect((await get(at, CHROMIUM, undefined, whole)).status).toBe(404);
  },
);

test('names that no remote has take no memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const usedAfter = async (names: readonly string[]) => {
    for (const name of names) await get(`/mf-${name}/1/web/a.js`, CHROMIUM, undefined, whole);
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = await usedAfter(['before']);
  const after = await usedAfter(Array.from({ length: 3_000 }, (_, nth) => `${nth}`));
  expect(after - before).toBeLessThan(4_000_000);
}, 30_000);

test('deltas are no part of a release, and one that Brotli beats is not stored', async () => {
  const hashes = [...(await storedHashes(createFolderStore(root), releaseOf(5))).keys()];
  expect(hashes.filter((file) => !/^(web|server)\//.test(file))).toEqual([]);
  const script = hashed(6);
  expect(await store(6, { [`${script}.br`]: 'tiny' })).toEqual([
    'release.json',
    'server/index.cjs',
    script,
    `${script}.br`,
  ]);
});

test('ki-remote serve serves a store at its address, and no address of another machine', async () => {
  const connection = { SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_PUBLISHABLE_KEY: 'key', REMOTE_TOKEN: 'token' };
  const serving = (STORE_URL: string) =>
    spawn(process.execPath, [path.join(import.meta.dirname, 'ki-remote.ts'), 'serve'], {
      env: { ...process.env, ...connection, STORE: root, STORE_URL, NODE_NO_WARNINGS: '1' },
    });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/store`;
  const served = serving(url);
  onTestFinished(() => void served.kill());
  const [said] = await once(served.stdout, 'data');
  expect(String(said)).toBe(`serving ${root} at ${url}\n`);
  const answer = await fetch(`${url}/mf-tiny/1/web/remoteEntry.js`);
  expect([await answer.text(), answer.headers.get('access-control-allow-origin')]).toEqual(['entry', '*']);

  const refused = serving('https://cdn.example/store');
  expect(await text(refused.stderr)).toBe(
    'STORE_URL is "https://cdn.example/store"; expected an address of this machine with a port, like http://127.0.0.1:4400\n',
  );
});
