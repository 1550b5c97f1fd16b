import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { compact } from './encode.ts';
import type { Reply } from './reply.ts';
import { type Listening, listening } from './testing/listening.ts';

const LONG = 'Wort für Wort. '.repeat(200);

let server: Listening;
afterEach(() => server.close());

/** What comes over the wire, as it is. */
function ask(method: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    const question = httpRequest({ host: '127.0.0.1', port: server.port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    question.on('error', reject).end();
  });
}

async function replying(reply: Reply): Promise<void> {
  server = await listening(async () => reply);
}

test('a text is compressed as the client takes it', async () => {
  await replying({ status: 200, body: LONG });
  const zipped = await ask('GET', '/', { 'accept-encoding': 'br;q=0, gzip' });
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(gunzipSync(zipped.body).toString()).toBe(LONG);
  const plain = await ask('GET', '/');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body.toString()).toBe(LONG);
});

test('what was compressed before goes to those who take it, and nothing is compressed for the others', async () => {
  await replying({ status: 200, body: Buffer.from(LONG), compressed: { br: Buffer.from('made before') } });
  const made = await ask('GET', '/', { 'accept-encoding': 'gzip, br' });
  expect([made.headers['content-encoding'], made.body.toString()]).toEqual(['br', 'made before']);
  const plain = await ask('GET', '/', { 'accept-encoding': 'gzip' });
  expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, LONG]);
});

test('HEAD gets what GET gets, without the body', async () => {
  await replying({ status: 200, body: 'short' });
  const { status, headers, body } = await ask('HEAD', '/');
  expect([status, headers['content-length'], body.length]).toEqual([200, '5', 0]);
});

test('what is there by Brotli only goes to everybody all the same', async () => {
  await replying({ status: 200, ...(await compact(LONG, 'text/html; charset=utf-8')) });
  const br = await ask('GET', '/', { 'accept-encoding': 'gzip, br' });
  expect(brotliDecompressSync(br.body).toString()).toBe(LONG);
  const zipped = await ask('GET', '/', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(zipped.body).toString()).toBe(LONG);
  const plain = await ask('GET', '/');
  expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, LONG]);
});

test.each([
  ['a short text', 'Wort', 'text/html'],
  ['a picture', LONG, 'image/png'],
])('%s is kept as it is', async (_what, content, type) => {
  expect(await compact(content, type)).toEqual({ body: Buffer.from(content) });
});

test.each([LONG, 'Wort'])('what is kept takes no memory but its own', async (content) => {
  const { body, compressed } = await compact(content, 'text/html');
  const kept = compressed?.br ?? body;
  if (!Buffer.isBuffer(kept)) throw new Error('what is kept are bytes');
  expect(kept.buffer.byteLength).toBe(kept.length);
});

describe('who knows the tag', () => {
  const etag = 'W/"1"';
  const known = { 'if-none-match': '"0", "1"', 'accept-encoding': 'br' };
  const headers = { etag, 'cache-control': 'no-cache', 'content-type': 'text/html' };

  test.each(['GET', 'HEAD'])('gets nothing but what is told anew, %s', async (method) => {
    await replying({ status: 200, headers, body: LONG });
    const answer = await ask(method, '/', known);
    expect([answer.status, answer.body.length]).toEqual([304, 0]);
    expect(answer.headers).toMatchObject({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    for (const name of ['content-type', 'content-length', 'content-encoding']) {
      expect(answer.headers[name]).toBeUndefined();
    }
  });

  test.each([
    ['another tag', 200, etag, 'GET', 'W/"2"'],
    ['an answer without a tag', 200, undefined, 'GET', '*'],
    ['a missing page', 404, etag, 'GET', etag],
    ['a request that changes something', 200, etag, 'POST', etag],
  ] as const)('gets all of it for %s', async (_what, status, own, method, named) => {
    await replying({ status, headers: own ? { etag: own } : {}, body: LONG });
    const answer = await ask(method, '/', { 'if-none-match': named });
    expect([answer.status, answer.body.toString()]).toEqual([status, LONG]);
  });
});

test('a handler sees the site’s own address, and who asks', async () => {
  server = await listening(async ({ method, url, headers }, { address }) => ({
    status: 200,
    body: [method, url, headers.get('x-test'), headers.get('x-none'), address].join(' '),
  }));
  const { body } = await ask('TRACE', '/a?b=c', { host: 'elsewhere.example', 'x-test': 'x' });
  expect(body.toString()).toBe('TRACE http://site.example/a?b=c x  127.0.0.1');
  expect((await ask('GET', '//elsewhere.example/')).status).toBe(400);
});
