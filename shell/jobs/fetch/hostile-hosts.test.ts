import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ASKING_FOR_PICTURES } from '../pictures/copy-pictures.ts';
import { type Asking, fetchBytes, type Rules } from './fetch-bytes.ts';
import { type Answer, INNER, SERVER, startWebHost } from './testing/web-host.ts';

let host: Awaited<ReturnType<typeof startWebHost>>;
beforeAll(async () => {
  host = await startWebHost();
});
beforeEach(() => host.reset());
afterAll(() => host.close());

/** Both features ask by the same rules: pictures as here, sources by https alone and after robots.txt. */
const limits = { ...ASKING_FOR_PICTURES.limits, bytes: 200_000, ms: 2_000 };
const within = (ms: number): Asking => ({ ...ASKING_FOR_PICTURES, limits: { ...limits, ms } });
const fetchAt = async (address: string, changed: Partial<Rules> = {}, ms = limits.ms) =>
  String((await fetchBytes(address, within(ms), { ...host.rules, ...changed })).bytes);
const TEXT = '<p>Ein Absatz.</p>';

test('an address of the public internet is fetched once, by its name, and without a trace of the site', async () => {
  const headers: IncomingMessage['headers'][] = [];
  host.answerWith((response, request) => {
    headers.push(request.headers);
    response.end('Text');
  });
  expect(await fetchAt(host.at('/a.jpg?b=1#c'))).toBe('Text');
  expect(host.requests).toEqual(['seite.example /a.jpg?b=1']);
  expect(headers).toEqual([
    {
      accept: ASKING_FOR_PICTURES.accept,
      'accept-encoding': 'identity',
      connection: 'close',
      host: `seite.example:${host.port}`,
      'user-agent': 'picture-copies/1',
    },
  ]);
});

test('a redirect to another public host is followed', async () => {
  host.answerWith((response, { url }) =>
    url === '/a' ? response.writeHead(301, { location: host.at('/b', 'andere.example') }).end() : response.end('Dort'),
  );
  expect(await fetchAt(host.at('/a'))).toBe('Dort');
  expect(host.requests).toEqual(['seite.example /a', 'andere.example /b']);
});

const NOT_PUBLIC = 'The host is not on the public internet.';
const SCHEMES = 'Only http and https are fetched.';
const PORTS = 'Only the ports 80 and 443 are asked.';
const ACCOUNT = 'An address with an account is not fetched.';

test.each<readonly [string, readonly string[], string]>([
  ['loopback', ['http://127.0.0.2/', 'http://[::1]/', 'http://localhost/', 'http://localhost./'], NOT_PUBLIC],
  ['loopback by a number', ['http://2130706434/', 'http://0x7f.2/', 'http://017700000002/'], NOT_PUBLIC],
  ['loopback by codes and signs', ['http://127%2e0%2e0%2e2/', 'http://①②⑦.0.0.2/'], NOT_PUBLIC],
  ['IPv4 inside of IPv6', ['http://[::ffff:10.0.0.1]/', 'http://[::7f00:2]/', 'http://nat64.example/'], NOT_PUBLIC],
  ['a private network', ['http://192.168.1.1/admin.png', 'http://[fe80::1]/', 'http://innen.example/'], NOT_PUBLIC],
  ['the metadata of a cloud', ['http://169.254.169.254/latest/', 'http://metadaten.example/'], NOT_PUBLIC],
  ['an address without a scheme', ['//innen.example/a.png'], NOT_PUBLIC],
  ['a host of which one address is private', ['http://halb.example/'], NOT_PUBLIC],
  ['no host', ['http://nirgends.example/'], 'The name of the host was not found.'],
  ['an account', ['http://anna:geheim@seite.example/'], ACCOUNT],
  ['another port', ['http://seite.example:6379/', 'http://seite.example:22/'], PORTS],
  ['another scheme', ['file:///etc/passwd', 'ftp://seite.example/a.png', 'data:image/png;base64,AA'], SCHEMES],
  ['no address', ['http://[seite/'], 'This is no address.'],
])('nothing is asked at %s', async (_what, addresses, message) => {
  for (const address of addresses) await expect(fetchAt(address), address).rejects.toThrow(message);
  expect(host.requests).toEqual([]);
});

test.each([
  ['loopback', () => `http://${INNER}:${host.port}/`, NOT_PUBLIC],
  ['the metadata of a cloud', () => '//169.254.169.254/latest/meta-data/', NOT_PUBLIC],
  ['a file', () => 'file:///etc/passwd', SCHEMES],
  ['another port', () => 'http://seite.example:25/', PORTS],
  ['an account', () => `http://anna:geheim@seite.example:${host.port}/`, ACCOUNT],
  ['no address', () => 'http://[', 'This is no address.'],
  ['itself for ever', () => '/a', 'It redirects more than 5 times.'],
])('a redirect to %s is not followed', async (_where, location, message) => {
  host.answerWith((response) => response.writeHead(302, { location: location() }).end(TEXT));
  await expect(fetchAt(host.at('/a'))).rejects.toThrow(message);
  expect(new Set(host.requests)).toEqual(new Set(['seite.example /a']));
});

/** A name that is public when it is asked for first, and loopback afterwards. */
function rebinding() {
  let questions = 0;
  return async () => (questions++ === 0 ? [SERVER] : [INNER]);
}

test('a name that changes between the check and the connection is connected at the checked address', async () => {
  expect(await fetchAt(host.at('/a'), { resolve: rebinding() })).toBe(TEXT);
});

test('a name that changes between two redirects is checked again', async () => {
  host.answerWith((response) => response.writeHead(302, { location: '/b' }).end());
  await expect(fetchAt(host.at('/a'), { resolve: rebinding() })).rejects.toThrow(NOT_PUBLIC);
  expect(host.requests).toEqual(['seite.example /a']);
});

test('a host that cannot prove its name is not read', async () => {
  await expect(fetchAt(host.at('/a', 'fremd.example'))).rejects.toThrow('The host does not answer.');
  expect(host.requests).toEqual([]);
});

test('another address of a host is tried when the first does not answer', async () => {
  const rules = { resolve: async () => ['127.0.0.3', SERVER], isAllowed: () => true };
  expect(await fetchAt(host.at('/a'), rules)).toBe(TEXT);
});

/** Writes until the connection ends. */
function endless(response: ServerResponse): void {
  const part = Buffer.alloc(64_000, 'a ');
  const more = () => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', more);
  more();
}

const TOO_LONG = 'It has more than 0.2 MB.';
const COMPRESSED = 'It is compressed, which was not asked for.';
const SILENT = 'The host does not answer.';

test.each<readonly [string, Answer, string]>([
  ['an endless body', endless, TOO_LONG],
  ['a huge body', (response) => response.writeHead(200, { 'content-length': 1e9 }).write('x'), TOO_LONG],
  [
    'a compressed bomb',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
    COMPRESSED,
  ],
  [
    'a body that is compressed twice',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip, br' }).end('x'),
    COMPRESSED,
  ],
  ['another status', (response) => response.writeHead(404).end(TEXT), 'The host answered 404.'],
  ['a part', (response) => response.writeHead(206).end(TEXT), 'The host answered 206.'],
  ['a redirect to nowhere', (response) => response.writeHead(302).end(TEXT), 'The host answered 302.'],
  [
    'a body that breaks off',
    (response) => response.writeHead(200, { 'content-length': 1_000 }).write(TEXT, () => response.destroy()),
    'The connection broke off.',
  ],
  ['no answer', (response) => response.destroy(), SILENT],
  ['endless headers', (response) => response.socket?.write(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(100_000)}\r\n`), SILENT],
  ['another protocol', (response) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'), SILENT],
  [
    'a change of the protocol',
    ({ socket }) => socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    'The host answered 101.',
  ],
])('%s is refused', async (_what, answer, message) => {
  host.answerWith(answer);
  await expect(fetchAt(host.at('/a'))).rejects.toThrow(message);
});

test.each<readonly [string, Answer, Partial<Rules>]>([
  ['a host that never answers', () => undefined, {}],
  ['a body that never ends', (response) => response.write(TEXT), {}],
  [
    'a body of a byte now and then',
    (response) => {
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    },
    {},
  ],
  ['a name server that never answers', () => undefined, { resolve: () => new Promise<never>(() => undefined) }],
])('%s is left after the time', async (_what, answer, rules) => {
  host.answerWith(answer);
  await expect(fetchAt(host.at('/a'), rules, 250)).rejects.toThrow('It took more than 0.25 s.');
});

test.each([
  [404, true],
  [503, false],
  [429, false],
])('after status %s another attempt is useless: %s', async (status, isFinal) => {
  host.answerWith((response) => response.writeHead(status).end());
  await expect(fetchAt(host.at('/a'))).rejects.toMatchObject({ isFinal });
});
