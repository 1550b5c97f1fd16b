import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Rules } from '../fetch/fetch-bytes.ts';
import { INNER, startWebHost } from '../fetch/testing/web-host.ts';
import { ASKING_FOR_SOURCES, createFetchSource } from './asking.ts';
import { reduce } from './reduce.ts';

let host: Awaited<ReturnType<typeof startWebHost>>;
beforeAll(async () => {
  host = await startWebHost();
});
beforeEach(() => host.reset());
afterAll(() => host.close());

const fetchSource = (address: string, changed: Partial<Rules> = {}, ms = 2_000) =>
  createFetchSource(
    { ...ASKING_FOR_SOURCES, limits: { ...ASKING_FOR_SOURCES.limits, ms } },
    { ...host.rules, ...changed },
  )(address);
const read = async (...args: Parameters<typeof fetchSource>) => reduce(await fetchSource(...args));
const redirectTo = (location: string) =>
  host.answerWith((response, { url }) =>
    url === '/a'
      ? response.writeHead(301, { location }).end()
      : response.setHeader('content-type', 'text/plain').end('Dort'),
  );

test('a source is read after its robots.txt, and without a trace of the site', async () => {
  const sent: (readonly (string | undefined)[])[] = [];
  host.answerWith((response, { headers }) => {
    sent.push(Object.keys(headers).sort(), [headers['user-agent'], headers.accept]);
    response.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>Titel</h1><p>Ein Absatz.</p>');
  });
  expect(await read(host.at('/a?b=1#c'))).toBe('Titel\n\nEin Absatz.');
  expect(host.requests).toEqual(['seite.example /robots.txt', 'seite.example /a?b=1']);
  expect(sent).toEqual([
    ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
    ['article-sources/1', ASKING_FOR_SOURCES.accept],
  ]);
});

test('a redirect to another public host is followed after the robots.txt of that host', async () => {
  redirectTo(host.at('/b', 'andere.example'));
  expect(await read(host.at('/a'))).toBe('Dort');
  expect(host.requests).toEqual([
    'seite.example /robots.txt',
    'seite.example /a',
    'andere.example /robots.txt',
    'andere.example /b',
  ]);
});

test('only https is fetched, also after a redirect', async () => {
  const message = 'Only https is fetched.';
  await expect(fetchSource('http://seite.example/')).rejects.toThrow(message);
  expect(host.requests).toEqual([]);
  redirectTo('http://seite.example/');
  await expect(fetchSource(host.at('/a'))).rejects.toThrow(message);
});

const NOT_PUBLIC = 'The host is not on the public internet.';

test('neither robots.txt nor a redirect of it is asked for on a private network', async () => {
  await expect(fetchSource('https://innen.example/')).rejects.toThrow(NOT_PUBLIC);
  expect(host.requests).toEqual([]);
  host.robotsWith((response) => response.writeHead(302, { location: `https://${INNER}:${host.port}/` }).end());
  await expect(fetchSource(host.at('/a'))).rejects.toThrow(NOT_PUBLIC);
  expect(host.requests).toEqual(['seite.example /robots.txt']);
});

const DISALLOWED = 'Its host does not allow programs to read it (robots.txt).';

test.each([
  ['all programs', 'User-agent: *\nDisallow: /'],
  ['this program', 'User-agent: *\nAllow: /\n\nUser-agent: article-sources\nDisallow: /a'],
  ['a pattern', 'User-agent: *\nDisallow: /*?b='],
])('a robots.txt that refuses %s is respected', async (_whom, text) => {
  host.robotsWith((response) => response.end(text));
  await expect(fetchSource(host.at('/a?b=1'))).rejects.toThrow(DISALLOWED);
  expect(host.requests).toEqual(['seite.example /robots.txt']);
});

test('a robots.txt that refuses other programs and other pages lets this one read', async () => {
  host.robotsWith((response) => response.end('User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /privat/'));
  expect(await read(host.at('/a'))).toBe('Ein Absatz.');
});

test('the robots.txt of the host of a redirect is respected', async () => {
  host.robotsWith((response, { headers }) =>
    headers.host?.startsWith('andere') ? response.end('User-agent: *\nDisallow: /') : response.writeHead(404).end(),
  );
  redirectTo(host.at('/b', 'andere.example'));
  await expect(fetchSource(host.at('/a'))).rejects.toThrow(DISALLOWED);
  expect(host.requests).not.toContain('andere.example /b');
});

test.each([
  [503, false],
  [429, false],
])('a robots.txt that fails with %s is tried again later', async (status, isFinal) => {
  host.robotsWith((response) => response.writeHead(status).end());
  const message = 'Its robots.txt could not be read.';
  await expect(fetchSource(host.at('/a'))).rejects.toMatchObject({ message, isFinal });
  expect(host.requests).toEqual(['seite.example /robots.txt']);
});
