import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pngOf, sample } from './testing/samples.ts';
import { type Answer, soon, startTestHost } from './testing/test-host.ts';

let host: Awaited<ReturnType<typeof startTestHost>>;

beforeAll(async () => {
  host = await startTestHost();
});
beforeEach(() => host.reset());
afterAll(() => host.close());

const bomb = gzipSync(Buffer.alloc(50_000_000));

/** Writes until the connection ends. */
function endless(response: ServerResponse, part: Buffer): void {
  response.write(sample('png'));
  const more = () => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', more);
  more();
}

test.each<readonly [string, Answer, string]>([
  ['an endless body', (response) => endless(response, Buffer.alloc(64_000)), 'It has more than 0.2 MB.'],
  [
    'a body that is said to be too long',
    (response) => response.writeHead(200, { 'content-length': 1e9 }).write('x'),
    'It has more than 0.2 MB.',
  ],
  [
    'a compressed bomb',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    'It is compressed, which was not asked for.',
  ],
  [
    'a compressed picture',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(sample('png'))),
    'It is compressed, which was not asked for.',
  ],
  ['no body', (response) => response.end(), 'It is no picture'],
  ['another status', (response) => response.writeHead(404).end(sample('png')), 'The host answered 404.'],
  ['a part', (response) => response.writeHead(206).end(sample('png')), 'The host answered 206.'],
  ['a redirect to nowhere', (response) => response.writeHead(302).end(sample('png')), 'The host answered 302.'],
  [
    'a body that breaks off',
    (response) => response.writeHead(200, { 'content-length': 1_000 }).write(sample('png'), () => response.destroy()),
    'The connection broke off.',
  ],
  ['no answer', (response) => response.destroy(), 'The host does not answer.'],
  [
    'endless headers',
    (response) => response.socket?.write(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(100_000)}\r\n`),
    'The host does not answer.',
  ],
  ['another protocol', (response) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'), 'The host does not answer.'],
  [
    'a change of the protocol',
    (response) =>
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    'The host answered 101.',
  ],
  [
    'SVG',
    (response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'It is no picture',
  ],
  [
    'a page',
    (response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('<!doctype html><title>Anmelden</title>'),
    'It is no picture',
  ],
  ['GIF and JavaScript in one', (response) => response.end('GIF89a=1;alert(document.domain)//'), 'It is not whole.'],
  ['half a picture', (response) => response.end(sample('png').subarray(0, 60)), 'It is not whole.'],
  ['too many pixels', (response) => response.end(pngOf(19_999, 19_999)), 'expected at most 50 million.'],
])('%s is no picture', async (_what, given, message) => {
  host.answerWith(given);
  await expect(host.fetchPicture(host.onServer('/a'))).rejects.toThrow(message);
});

test.each<readonly [string, Answer]>([
  ['a host that never answers', () => undefined],
  ['a body that never ends', (response) => response.write(sample('png'))],
  [
    'a body of a byte now and then',
    (response) => {
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    },
  ],
])('%s is left after the time', async (_what, given) => {
  host.answerWith(given);
  await expect(host.fetchPicture(host.onServer('/a'), {}, soon)).rejects.toThrow('It took more than 0.15 s.');
});

test('a name server that never answers is left after the time', async () => {
  const rules = { resolve: () => new Promise<never>(() => undefined) };
  await expect(host.fetchPicture(host.onServer('/a'), rules, soon)).rejects.toThrow('It took more than 0.15 s.');
});

test.each([
  [404, true],
  [503, false],
  [429, false],
])('after status %s another attempt is useless: %s', async (status, isFinal) => {
  host.answerWith((response) => response.writeHead(status).end());
  await expect(host.fetchPicture(host.onServer('/a'))).rejects.toMatchObject({ isFinal });
});
