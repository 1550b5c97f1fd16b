import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadStaticFiles } from './static-files.ts';
import { type Listening, listening } from './testing/listening.ts';

let server: Listening;
beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kept-'));
  await mkdir(path.join(folder, 'js'));
  await writeFile(path.join(folder, 'js', 'a.js'), 'let a = 1;');
  await writeFile(path.join(folder, 'js', 'a.js.gz'), gzipSync('let a = 1;'));
  const files = await loadStaticFiles(folder, 'no-cache');
  // A build may replace the folder while the server runs.
  await rm(folder, { recursive: true });
  server = await listening(async ({ url }) => files.get(new URL(url).pathname) ?? { status: 404, body: '' });
});
afterEach(() => server.close());

const get = (address: string, encoding: string) =>
  fetch(server.url + address, { headers: { 'accept-encoding': encoding } });

test('a file is served as loaded at the start, even when its folder is gone', async () => {
  const response = await get('/js/a.js', 'identity');
  expect(await response.text()).toBe('let a = 1;');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test('the compressed form is sent to clients that accept it', async () => {
  const response = await get('/js/a.js', 'gzip, br');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(await response.text()).toBe('let a = 1;');
});

test.each(['/js/a.js.gz', '/js/b.js', '/../package.json'])('there is nothing at %s', async (address) => {
  expect((await get(address, 'gzip')).status).toBe(404);
});
