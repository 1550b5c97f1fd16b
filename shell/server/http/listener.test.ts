import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sendSlowly } from '@ki/shared/testing/send-slowly.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { compressed, encodeNow } from './encode.ts';
import type { HttpResponse } from './http-response.ts';
import { acceptedEncodings } from './send.ts';
import { ask as askAt, type Listening, listening } from './testing/listening.ts';

const LONG = 'Wort für Wort. '.repeat(200);

let server: Listening;
afterEach(() => server.close());

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  askAt(server.port, { method, path, headers });

async function replying(reply: HttpResponse): Promise<void> {
  server = await listening(async () => reply);
}

test.each([
  ['a text', async () => ({ body: LONG })],
  ['a body that is stored in Brotli only', () => compressed(LONG, 'text/html; charset=utf-8')],
])('%s is compressed in an encoding that the client accepts', async (_what, made) => {
  await replying({ status: 200, ...(await made()) });
  const br = await ask('GET', '/', { 'accept-encoding': 'gzip, br' });
  expect(brotliDecompressSync(br.body).toString()).toBe(LONG);
  const zipped = await ask('GET', '/', { 'accept-encoding': 'br;q=0, gzip' });
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(gunzipSync(zipped.body).toString()).toBe(LONG);
  const plain = await ask('GET', '/');
  expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, LONG]);
});

test('a precompressed form is sent to clients that accept it, and no other form is made', async () => {
  await replying({ status: 200, body: Buffer.from(LONG), compressed: { br: Buffer.from('made before') } });
  const made = await ask('GET', '/', { 'accept-encoding': 'gzip, br' });
  expect([made.headers['content-encoding'], made.body.toString()]).toEqual(['br', 'made before']);
  const plain = await ask('GET', '/', { 'accept-encoding': 'gzip' });
  expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, LONG]);
});

test.each([
  ['a short text', 'Wort', 'text/html'],
  ['a picture', LONG, 'image/png'],
])('%s is not compressed', async (_what, content, type) => {
  expect(await compressed(content, type)).toEqual({ body: Buffer.from(content) });
});

test.each([LONG, 'Wort'])('a compressed body retains no larger buffer', async (content) => {
  const { body, compressed: forms } = await compressed(content, 'text/html');
  const kept = forms?.br ?? body;
  if (!Buffer.isBuffer(kept)) throw new Error('expected bytes');
  expect(kept.buffer.byteLength).toBe(kept.length);
});

describe('a client with the current ETag', () => {
  const etag = 'W/"1"';
  const known = { 'if-none-match': '"0", "1"', 'accept-encoding': 'br' };
  const headers = { etag, 'cache-control': 'no-cache', 'content-type': 'text/html' };

  test.each(['GET', 'HEAD'])('gets 304 with the headers of a revalidation, %s', async (method) => {
    await replying({ status: 200, headers, body: LONG });
    const answer = await ask(method, '/', known);
    expect([answer.status, answer.body.length]).toEqual([304, 0]);
    expect(answer.headers).toMatchObject({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    for (const name of ['content-type', 'content-length', 'content-encoding']) {
      expect(answer.headers[name]).toBeUndefined();
    }
  });

  test.each([
    ['another ETag', 200, etag, 'GET', 'W/"2"'],
    ['a response without an ETag', 200, undefined, 'GET', '*'],
    ['a missing page', 404, etag, 'GET', etag],
    ['a request that changes something', 200, etag, 'POST', etag],
  ] as const)('gets the whole response for %s', async (_what, status, own, method, named) => {
    await replying({ status, headers: own ? { etag: own } : {}, body: LONG });
    const answer = await ask(method, '/', { 'if-none-match': named });
    expect([answer.status, answer.body.toString()]).toEqual([status, LONG]);
  });
});

test('a handler gets a URL of the site, whatever the host header says, and the client’s address', async () => {
  server = await listening(async ({ method, url, headers, address }) => ({
    status: 200,
    body: [method, url.href, headers.get('x-test'), headers.get('x-none'), address].join(' '),
  }));
  const { body } = await ask('TRACE', '/a?b=c', { host: 'elsewhere.example', 'x-test': 'x' });
  expect(body.toString()).toBe('TRACE http://site.example/a?b=c x  127.0.0.1');
  expect((await ask('GET', '//elsewhere.example/')).status).toBe(400);
});

test('a client whose body no handler reads gets its response', async () => {
  await replying({ status: 404, body: 'nothing here' });
  expect(await sendSlowly(server.port, 'connection: close')).toMatch(/ 404 Not Found.+nothing here$/s);
});

test('responses that are sent at the same time, unpacked, share one text', async () => {
  const [one, other] = [await compressed(`eins ${LONG}`, 'text/html'), await compressed(`zwei ${LONG}`, 'text/html')];
  const texts = await Promise.all([encodeNow(one, undefined), encodeNow(one, undefined)]);
  texts.push(await encodeNow(one, undefined));
  expect(new Set(texts.map(({ bytes }) => bytes)).size).toBe(1);
  expect(texts[0]?.bytes.toString()).toContain('eins');
  expect((await encodeNow(other, undefined)).bytes.toString()).toContain('zwei');
});

test.each([
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['gzip', ['gzip']],
  ['GZIP', ['gzip']],
  ['br;q=0, gzip', ['gzip']],
  ['br;q=0.0,gzip;q=0', []],
  ['br;q=0.5, gzip;q=0.8', ['gzip', 'br']],
  ['br;q=0.5 , gzip ; q=0.5', ['br', 'gzip']],
  ['*', ['br', 'gzip']],
  ['br;q=0, *;q=0.1', ['gzip']],
  ['*;q=0', []],
  ['identity', []],
  ['brotli, x-gzip', []],
  ['br;q=much', []],
  ['', []],
])('%s accepts %j', (header, encodings) => expect(acceptedEncodings(header)).toEqual(encodings));
