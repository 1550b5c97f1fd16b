import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { DECLARED_FAILURES } from '../../shared/testing/declared-failures.ts';
import { FUZZ_SEED, rounds } from '../../shared/testing/rounds.ts';
import { expect, test } from '../platform/fixtures.ts';
import { shellPid } from '../platform/shell-memory.ts';

const AT_ONCE = 8;
const PATIENCE_MS = 60_000;
const SILENCE_MS = 500;

function open(platform: string): Socket {
  const { hostname, port } = new URL(platform);
  return connect(Number(port), hostname);
}

/** Sends bytes unchanged, ends the connection after a silence, and resolves with everything received. */
async function exchange(platform: string, bytes: Buffer): Promise<string> {
  const socket = open(platform);
  socket.setTimeout(SILENCE_MS, () => socket.end());
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    socket.destroy();
  }, PATIENCE_MS);
  const hungUp = new Promise<string>((resolve) => socket.once('error', () => resolve('')));
  socket.write(bytes);
  const answer = await Promise.race([text(socket).catch(() => ''), hungUp]);
  clearTimeout(late);
  expect(isLate, bytes.toString('latin1')).toBe(false);
  return answer;
}

const PATHS =
  '/ /workshops /suche?suche=KI /course-matrix /platform.json /healthz /rss.xml /robots.txt /_shell/reports'.split(' ');
const TARGETS = [
  ...['//evil.example/', 'http://evil.example/', '/\\evil', '/.//a/', '*', '', '/%', '/%zz', '/%00', '/%C3%28'],
  ...['/..%2f..%2fetc/passwd', '/../../etc/passwd', '/post/%2e%2e', '/suche?suche=%F0%28', '/#fragment'],
  ...['/post/\u0000', `/${'a'.repeat(9000)}`, `/suche?${'q=a&'.repeat(2000)}`],
];
const METHODS = [...'GET HEAD POST PUT DELETE OPTIONS TRACE CONNECT PROPFIND get'.split(' '), 'G\u0000T', ''];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'http/1.1', ''];
const HEADERS = [
  ...[
    'Host: evil.example',
    'Host: ',
    'Host: a:b@c',
    'Cookie: release-bucket=\u00ff',
    `Cookie: ${'a=b; '.repeat(4000)}`,
  ],
  ...['Content-Length: 5', 'Content-Length: -1', 'Content-Length: 5\r\nContent-Length: 6', 'Range: bytes=9-1'],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked\r\nContent-Length: 3', 'Expect: 100-continue'],
  ...['Upgrade: websocket\r\nConnection: Upgrade', 'If-None-Match: "', 'If-Modified-Since: never'],
  ...['Accept-Encoding: br;q=x, *;q=0', 'X-Forwarded-For: a, b', ' folded', 'No-Colon', 'A\u0000: b'],
  `X: ${'y'.repeat(70_000)}`,
];
const any = <Value>(values: readonly Value[]) => fc.constantFrom(...values);
const target = fc.oneof(
  any(PATHS),
  any(PATHS),
  any(TARGETS),
  fc.webPath().map((tail) => (tail.startsWith('/') ? tail : `/${tail}`)),
  fc.string({ unit: 'binary' }),
);

const request = fc
  .record({
    method: fc.oneof({ weight: 3, arbitrary: fc.constant('GET') }, { weight: 1, arbitrary: any(METHODS) }),
    target,
    version: fc.oneof({ weight: 5, arbitrary: fc.constant('HTTP/1.1') }, { weight: 1, arbitrary: any(VERSIONS) }),
    headers: fc.oneof(
      fc.constant([]),
      fc.array(fc.oneof(any(HEADERS), fc.string({ maxLength: 60 })), { maxLength: 2 }),
    ),
    body: any(['', '', '', '', 'hello', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n', '{}', '\u0000']),
    repeated: any([1, 1, 1, 3]),
    /** The share of the bytes that is sent. */
    share: any([1, 1, 1, 0.5]),
    encoding: any(['utf8', 'latin1'] as const),
  })
  .map(({ method, target: asked, version, headers, body, repeated, share, encoding }) => {
    const lines = [`${method} ${asked} ${version}`, 'Host: 127.0.0.1', ...headers, 'Connection: close', '', body];
    const bytes = Buffer.from(lines.join('\r\n').repeat(repeated), encoding);
    return bytes.subarray(0, Math.ceil(bytes.length * share)).toString('latin1');
  });

const statusesOf = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));

test(`Requests that no client sends get no 5xx that is not declared, and stop nobody (seed ${FUZZ_SEED})`, async ({
  own,
}) => {
  test.setTimeout(rounds({ short: 180_000, long: 900_000 }));
  // Statuses of Node.js's own HTTP parser, and 501 for methods that nobody implements.
  const declared = new Set([501, 505, ...Object.keys(DECLARED_FAILURES.shell).map(Number)]);
  const pid = await shellPid(own.dataDir);
  const seen = new Set<number>();
  const property = fc.asyncProperty(fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
    const answers = await Promise.all(requests.map((bytes) => exchange(own.url, Buffer.from(bytes, 'latin1'))));
    for (const answer of answers) {
      for (const status of statusesOf(answer)) {
        seen.add(status);
        if (status >= 500) expect([...declared], answer).toContain(status);
      }
      expect(answer).not.toMatch(/\bat \S+ \(|node_modules/);
    }
  });
  await fc.assert(property, { seed: FUZZ_SEED, numRuns: rounds({ short: 160, long: 1_200 }) / AT_ONCE });
  expect([...seen]).toEqual(expect.arrayContaining([200, 400, 404]));
  expect((await fetch(own.url)).status).toBe(200);
  expect(await shellPid(own.dataDir)).toBe(pid);
});

test('Reader is served while 200 connections send nothing, or half a request', async ({ own }) => {
  const idle = Array.from({ length: 200 }, (_, index) => {
    const socket = open(own.url).on('error', () => undefined);
    if (index % 2) socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ');
    return socket;
  });
  try {
    for (const address of ['/', '/workshops', '/healthz', '/platform.json']) {
      expect((await fetch(own.url + address)).status, address).toBe(200);
    }
  } finally {
    for (const socket of idle) socket.destroy();
  }
});
