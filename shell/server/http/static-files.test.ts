import { rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { writeBuild } from '../../registry/store/testing/build.ts';
import { loadStaticFiles } from './static-files.ts';
import { listening } from './testing/listening.ts';

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
