import { createHash } from 'node:crypto';
import { rm, utimes } from 'node:fs/promises';
import { request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolderStore } from '../registry/store/folder-store.ts';
import { writeBuild } from '../registry/store/testing/build.ts';
import { release } from '../registry/testing/release.ts';
import { fileServer } from './file-server.ts';

const CHROMIUM = 'gzip, deflate, br, zstd, dcb, dcz';
const DICTIONARY = 'match="/*/web/js/index.*.js", match-dest=("script")';
const FIREFOX = 'gzip, deflate, br, zstd';
const scriptOf = (version: number) =>
  `${Array.from({ length: 300 }, (_, line) => `f${line}(${createHash('sha256').update(String(line)).digest('hex')})`).join(';')};v${version}()`;
const hashed = (version: number) => `web/js/index.${String(version).repeat(10)}.js`;

let root: string;
let server: Server;
let port: number;
beforeAll(async () => {
  root = await writeBuild({});
  const store = createFolderStore(root);
  for (const version of [1, 2, 3, 4, 5]) {
    const files = { 'web/remoteEntry.js': 'entry', [hashed(version)]: scriptOf(version), 'server/index.cjs': 'server' };
    const dist = await writeBuild({ ...files, 'web/mf-manifest.json': '{}' });
    await store.put(dist, release('mf-tiny', String(version), '/tiny'));
    await rm(dist, { recursive: true });
    const time = new Date(Date.UTC(2026, 0, version));
    await utimes(path.join(root, 'mf-tiny', String(version), 'release.json'), time, time);
  }
  server = fileServer(path.join(root, 'mf-tiny'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  await rm(root, { recursive: true });
});

const dictionary = (version: number) => `:${createHash('sha256').update(scriptOf(version)).digest('base64')}:`;
const addressOf = (version: number) => `/${version}/${hashed(version)}`;

async function get(address: string, headers: Readonly<Record<string, string>>) {
  const answer = await new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, path: address, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
  const { date: _, 'last-modified': __, ...rest } = answer.headers;
  return { ...answer, headers: rest };
}

test('a browser with the script of one of the three releases before gets the delta', async () => {
  for (const version of [2, 3, 4]) {
    const answer = await get(addressOf(5), {
      'accept-encoding': CHROMIUM,
      'available-dictionary': dictionary(version),
    });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'dcz',
      'content-type': 'text/javascript',
      vary: 'accept-encoding, available-dictionary',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'use-as-dictionary': DICTIONARY,
    });
    expect(answer.body.length).toBeLessThan(150);
    const opened = zstdDecompressSync(answer.body.subarray(40), { dictionary: Buffer.from(scriptOf(version)) });
    expect(opened.toString()).toBe(scriptOf(5));
  }
});

test.each([
  ['another dictionary', CHROMIUM, dictionary(9)],
  ['the script of a fourth release before', CHROMIUM, dictionary(1)],
  ['no dictionary', CHROMIUM, undefined],
  ['a header that names no dictionary', CHROMIUM, '../../etc'],
])('a browser with %s gets the whole script, which it may use as a dictionary', async (_what, encoding, available) => {
  const headers = { 'accept-encoding': encoding, ...(available && { 'available-dictionary': available }) };
  const answer = await get(addressOf(5), headers);
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers['use-as-dictionary']).toBe(DICTIONARY);
  expect(answer.body.toString()).toBe(scriptOf(5));
});

test('a browser without support gets the same answer, whatever it has', async () => {
  const before = await get(addressOf(5), { 'accept-encoding': FIREFOX });
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
  expect(await get(addressOf(5), { 'accept-encoding': FIREFOX, 'available-dictionary': dictionary(4) })).toEqual(
    before,
  );
});

test('a file that is no script is no dictionary', async () => {
  const { status, headers } = await get('/5/web/mf-manifest.json', {
    'accept-encoding': CHROMIUM,
    'available-dictionary': dictionary(4),
  });
  expect([status, headers['use-as-dictionary'], headers.vary]).toEqual([200, undefined, 'Accept-Encoding']);
});

test.each(['/5/web/none.js', '/../secret.js', '/%2e%2e/mf-other/1/web/a.js'])('there is nothing at %s', async (at) => {
  const answer = await get(at, { 'accept-encoding': CHROMIUM, 'available-dictionary': dictionary(4) });
  expect([answer.status, answer.body.toString()]).toEqual([404, 'not found\n']);
});

test('a delta that Brotli beats is not stored', async () => {
  const store = createFolderStore(root);
  const script = 'web/js/index.6666666666.js';
  const dist = await writeBuild({ [script]: scriptOf(6), [`${script}.br`]: 'tiny', 'server/index.cjs': 'server' });
  await store.put(dist, release('mf-tiny', '6', '/tiny'));
  await rm(dist, { recursive: true });
  expect(await store.files('mf-tiny', '6')).toEqual(['release.json', 'server/index.cjs', script, `${script}.br`]);
});
