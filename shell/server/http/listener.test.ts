import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
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
  await replying({ status: 200, body: Buffer.from(LONG), compressed: { br: () => Buffer.from('made before') } });
  const made = await ask('GET', '/', { 'accept-encoding': 'gzip, br' });
  expect([made.headers['content-encoding'], made.body.toString()]).toEqual(['br', 'made before']);
  const plain = await ask('GET', '/', { 'accept-encoding': 'gzip' });
  expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, LONG]);
});

test('HEAD gets what GET gets, without the body', async () => {
  await replying({ status: 200, body: () => 'short' });
  const { status, headers, body } = await ask('HEAD', '/');
  expect([status, headers['content-length'], body.length]).toEqual([200, '5', 0]);
});

test('nothing is said of the length of what was not modified', async () => {
  await replying({ status: 304, headers: { etag: '"1"' }, body: '' });
  const { status, headers } = await ask('GET', '/');
  expect([status, headers.etag, headers['content-length']]).toEqual([304, '"1"', undefined]);
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
