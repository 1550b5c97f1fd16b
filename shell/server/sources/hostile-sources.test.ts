import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reduce } from './reduce.ts';
import { type Answer, INNER, SERVER, soon, startSourceHost } from './testing/source-host.ts';

let host: Awaited<ReturnType<typeof startSourceHost>>;

beforeAll(async () => {
  host = await startSourceHost();
});
beforeEach(() => host.reset());
afterAll(() => host.close());

const read = async (...args: Parameters<typeof host.fetchSource>) => reduce(await host.fetchSource(...args));

test('a page of the public internet is read after its robots.txt, and without a trace of the site', async () => {
  const sent: (readonly string[])[] = [];
  host.answerWith((response, { headers }) => {
    sent.push(Object.keys(headers).sort(), [String(headers['user-agent'])]);
    response.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>Titel</h1><p>Ein Absatz.</p>');
  });
  expect(await read(host.at('/a?b=1#c'))).toBe('Titel\n\nEin Absatz.');
  expect(host.asked).toEqual(['seite.example /robots.txt', 'seite.example /a?b=1']);
  expect(sent).toEqual([['accept', 'accept-encoding', 'connection', 'host', 'user-agent'], ['article-sources/1']]);
});

test('a redirect to another public host is followed after the robots.txt of that host', async () => {
  host.answerWith((response, { url }) =>
    url === '/a'
      ? response.writeHead(301, { location: host.at('/b', 'andere.example') }).end()
      : response.setHeader('content-type', 'text/plain').end('Dort'),
  );
  expect(await read(host.at('/a'))).toBe('Dort');
  expect(host.asked).toEqual([
    'seite.example /robots.txt',
    'seite.example /a',
    'andere.example /robots.txt',
    'andere.example /b',
  ]);
});

const NOT_PUBLIC = 'The host is not on the public internet.';
const ONLY_HTTPS = 'Only https is fetched.';

describe('nothing is asked at', () => {
  test.each([
    ['https://127.0.0.2/', NOT_PUBLIC],
    ['https://2130706434/', NOT_PUBLIC],
    ['https://0x7f.2/', NOT_PUBLIC],
    ['https://10.0.0.1/', NOT_PUBLIC],
    ['https://172.16.0.1/', NOT_PUBLIC],
    ['https://192.168.1.1/', NOT_PUBLIC],
    ['https://169.254.169.254/latest/meta-data/', NOT_PUBLIC],
    ['https://[::1]/', NOT_PUBLIC],
    ['https://[::ffff:10.0.0.1]/', NOT_PUBLIC],
    ['https://[fd00::1]/', NOT_PUBLIC],
    ['https://localhost/', NOT_PUBLIC],
    ['https://innen.example/', NOT_PUBLIC],
    ['https://metadaten.example/', NOT_PUBLIC],
    ['https://halb.example/', NOT_PUBLIC],
    ['https://nirgends.example/', 'The name of the host was not found.'],
    ['https://anna:geheim@seite.example/', 'An address with an account is not fetched.'],
    ['https://seite.example:6379/', 'Only the ports 80 and 443 are asked.'],
    ['http://seite.example/', ONLY_HTTPS],
    ['file:///etc/passwd', ONLY_HTTPS],
    ['data:text/plain,Hallo', ONLY_HTTPS],
    ['ftp://seite.example/a', ONLY_HTTPS],
  ])('%s', async (address, message) => {
    await expect(host.fetchSource(address)).rejects.toThrow(message);
    expect(host.asked).toEqual([]);
  });
});

test.each([
  ['loopback', () => `https://${INNER}:${host.port}/`, NOT_PUBLIC],
  ['the metadata of a cloud', () => '//169.254.169.254/latest/meta-data/', NOT_PUBLIC],
  ['a name of a private network', () => 'https://innen.example/', NOT_PUBLIC],
  ['http', () => 'http://seite.example/', ONLY_HTTPS],
  ['a file', () => 'file:///etc/passwd', ONLY_HTTPS],
  ['other data', () => 'data:text/plain,Hallo', ONLY_HTTPS],
  ['another port', () => 'https://seite.example:25/', 'Only the ports 80 and 443 are asked.'],
  ['itself for ever', () => '/a', 'It redirects more than 5 times.'],
])('a redirect to %s is not followed', async (_where, location, message) => {
  host.answerWith((response) => response.writeHead(302, { location: location() }).end());
  await expect(host.fetchSource(host.at('/a'))).rejects.toThrow(message);
  expect(new Set(host.asked)).toEqual(new Set(['seite.example /robots.txt', 'seite.example /a']));
});

test('a redirect of robots.txt to loopback is not followed, and nothing else is asked', async () => {
  host.robotsWith((response) => response.writeHead(302, { location: `https://${INNER}:${host.port}/` }).end());
  await expect(host.fetchSource(host.at('/a'))).rejects.toThrow(NOT_PUBLIC);
  expect(host.asked).toEqual(['seite.example /robots.txt']);
});

/** A name that is public when it is asked for first, and loopback afterwards. */
const rebinding = (publicAnswers: number) => {
  let questions = 0;
  return async () => (questions++ < publicAnswers ? [SERVER] : [INNER]);
};

test.each([
  ['robots.txt and the page', 1, ['seite.example /robots.txt']],
  ['the page and its redirect', 2, ['seite.example /robots.txt', 'seite.example /a']],
] as const)('a name that turns to loopback between %s is checked again', async (_when, answers, asked) => {
  host.answerWith((response) => response.writeHead(302, { location: '/b' }).end());
  await expect(host.fetchSource(host.at('/a'), { resolve: rebinding(answers) })).rejects.toThrow(NOT_PUBLIC);
  expect(host.asked).toEqual(asked);
});

test('a name that turns to loopback between the check and the connection is connected at the checked address', async () => {
  expect(await read(host.at('/a'), { resolve: rebinding(2) })).toBe('Ein Absatz.');
});

test('a host that cannot prove its name is not read', async () => {
  await expect(host.fetchSource(host.at('/a', 'fremd.example'))).rejects.toThrow('The host does not answer.');
  expect(host.asked).toEqual([]);
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

const html = (response: ServerResponse, more = {}) => response.writeHead(200, { 'content-type': 'text/html', ...more });

test.each<readonly [string, Answer, string]>([
  ['an endless body', (response) => endless(html(response)), 'It has more than 0.2 MB.'],
  ['a huge body', (response) => html(response, { 'content-length': 1e9 }).write('x'), 'It has more than 0.2 MB.'],
  [
    'a compressed bomb',
    (response) => html(response, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
    'It is compressed, which was not asked for.',
  ],
  [
    'a body that is compressed twice',
    (response) => html(response, { 'content-encoding': 'gzip, br' }).end('x'),
    'It is compressed, which was not asked for.',
  ],
  [
    'an answer that breaks off',
    (response) => html(response, { 'content-length': 9 }).write('x', () => response.destroy()),
    'The connection broke off.',
  ],
  ['another status', (response) => response.writeHead(403).end('x'), 'The host answered 403.'],
  [
    'endless headers',
    (response) => response.socket?.write(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(100_000)}\r\n`),
    'The host does not answer.',
  ],
])('%s is no source', async (_what, answer, message) => {
  host.answerWith(answer);
  await expect(host.fetchSource(host.at('/a'))).rejects.toThrow(message);
});

test.each<readonly [string, Answer]>([
  ['a host that never answers', () => undefined],
  ['a body that never ends', (response) => html(response).write('x')],
  [
    'a body of a byte now and then',
    (response) => {
      html(response);
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    },
  ],
])('%s is left after the time', async (_what, answer) => {
  host.answerWith(answer);
  await expect(host.fetchSource(host.at('/a'), {}, soon)).rejects.toThrow('It took more than 0.25 s.');
});

test('a robots.txt that never ends is left after the time of its page', async () => {
  host.robotsWith((response) => response.writeHead(200).write('User-agent: *\n'));
  await expect(host.fetchSource(host.at('/a'), {}, soon)).rejects.toThrow('It took more than 0.25 s.');
});

const DISALLOWED = 'Its host does not allow programs to read it (robots.txt).';

describe('robots.txt', () => {
  test.each([
    ['all programs', 'User-agent: *\nDisallow: /'],
    ['this program', 'User-agent: *\nAllow: /\n\nUser-agent: article-sources\nDisallow: /a'],
    ['a pattern', 'User-agent: *\nDisallow: /*?b='],
  ])('that refuses %s is respected', async (_whom, text) => {
    host.robotsWith((response) => response.end(text));
    await expect(host.fetchSource(host.at('/a?b=1'))).rejects.toThrow(DISALLOWED);
    expect(host.asked).toEqual(['seite.example /robots.txt']);
  });

  test('that refuses other programs and other pages lets this one read', async () => {
    host.robotsWith((response) => response.end('User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /privat/'));
    expect(await read(host.at('/a'))).toBe('Ein Absatz.');
  });

  test('of the host of a redirect is respected', async () => {
    host.robotsWith((response, { headers }) =>
      headers.host?.startsWith('andere') ? response.end('User-agent: *\nDisallow: /') : response.writeHead(404).end(),
    );
    host.answerWith((response) => response.writeHead(302, { location: host.at('/b', 'andere.example') }).end());
    await expect(host.fetchSource(host.at('/a'))).rejects.toThrow(DISALLOWED);
    expect(host.asked).not.toContain('andere.example /b');
  });

  test.each([
    [503, false],
    [429, false],
  ])('that fails with %s is tried again later', async (status, isFinal) => {
    host.robotsWith((response) => response.writeHead(status).end());
    const read = host.fetchSource(host.at('/a'));
    await expect(read).rejects.toMatchObject({ message: 'Its robots.txt could not be read.', isFinal });
    expect(host.asked).toEqual(['seite.example /robots.txt']);
  });
});
