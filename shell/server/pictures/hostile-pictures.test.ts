import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sample } from './testing/samples.ts';
import { INNER, SERVER, startTestHost } from './testing/test-host.ts';

let host: Awaited<ReturnType<typeof startTestHost>>;

beforeAll(async () => {
  host = await startTestHost();
});
beforeEach(() => host.reset());
afterAll(() => host.close());

test('a picture of the public internet is fetched once, by its name, and without a trace of the site', async () => {
  const headers: IncomingMessage['headers'][] = [];
  host.answerWith((response, request) => {
    headers.push(request.headers);
    response.end(sample('jpeg'));
  });
  expect(await host.fetchPicture(host.onServer('/a.jpg?b=1#c'))).toMatchObject({ type: 'image/jpeg' });
  expect(host.asked).toEqual([`bilder.example:${host.port} /a.jpg?b=1`]);
  expect(Object.keys(headers[0] ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
});

test('a redirect to another public host is followed', async () => {
  host.answerWith((response, { url }) =>
    url === '/a'
      ? response.writeHead(301, { location: host.onServer('/b', 'andere.example') }).end()
      : response.end(sample('gif')),
  );
  expect(await host.fetchPicture(host.onServer('/a'))).toMatchObject({ type: 'image/gif' });
  expect(host.asked).toEqual([`bilder.example:${host.port} /a`, `andere.example:${host.port} /b`]);
});

test('the type is that of the content, whatever the host says', async () => {
  host.answerWith((response) => response.writeHead(200, { 'content-type': 'text/html' }).end(sample('png')));
  expect(await host.fetchPicture(host.onServer('/a'))).toMatchObject({ type: 'image/png' });
});

const NOT_PUBLIC = 'The host is not on the public internet.';

test.each([
  ['http://127.0.0.2/', NOT_PUBLIC],
  ['http://2130706434/', NOT_PUBLIC],
  ['http://0x7f.2/', NOT_PUBLIC],
  ['http://017700000002/', NOT_PUBLIC],
  ['http://127%2e0%2e0%2e2/', NOT_PUBLIC],
  ['http://①②⑦.0.0.2/', NOT_PUBLIC],
  ['http://0.0.0.0/', NOT_PUBLIC],
  ['https://10.0.0.1/', NOT_PUBLIC],
  ['http://172.16.0.1/', NOT_PUBLIC],
  ['http://192.168.1.1/admin.png', NOT_PUBLIC],
  ['http://169.254.169.254/latest/meta-data/', NOT_PUBLIC],
  ['http://100.64.0.1/', NOT_PUBLIC],
  ['http://224.0.0.1/', NOT_PUBLIC],
  ['http://255.255.255.255/', NOT_PUBLIC],
  ['http://[::]/', NOT_PUBLIC],
  ['http://[::1]/', NOT_PUBLIC],
  ['http://[::ffff:10.0.0.1]/', NOT_PUBLIC],
  ['http://[::7f00:2]/', NOT_PUBLIC],
  ['http://[64:ff9b::7f00:1]/', NOT_PUBLIC],
  ['http://[2002:7f00:1::]/', NOT_PUBLIC],
  ['http://[fe80::1]/', NOT_PUBLIC],
  ['http://[fd00::1]/', NOT_PUBLIC],
  ['//innen.example/a.png', NOT_PUBLIC],
  ['http://localhost/', NOT_PUBLIC],
  ['http://localhost./', NOT_PUBLIC],
  ['http://innen.example/', NOT_PUBLIC],
  ['http://metadaten.example/', NOT_PUBLIC],
  ['http://nat64.example/', NOT_PUBLIC],
  ['http://halb.example/', NOT_PUBLIC],
  ['http://nirgends.example/', 'The name of the host was not found.'],
  ['http://anna:geheim@bilder.example/', 'An address with an account is not fetched.'],
  ['http://bilder.example:6379/', 'Only the ports 80 and 443 are asked.'],
  ['http://bilder.example:22/', 'Only the ports 80 and 443 are asked.'],
  ['file:///etc/passwd', 'Only http and https are fetched.'],
  ['ftp://bilder.example/a.png', 'Only http and https are fetched.'],
  ['data:image/png;base64,AA', 'Only http and https are fetched.'],
  ['http://[bilder/', 'This is no address.'],
])('nothing is asked at %s', async (address, message) => {
  await expect(host.fetchPicture(address)).rejects.toThrow(message);
  expect(host.asked).toEqual([]);
});

test.each([
  ['loopback', () => `http://${INNER}:${host.port}/`, NOT_PUBLIC],
  ['loopback by IPv6', () => `http://[::1]:${host.port}/`, NOT_PUBLIC],
  ['the metadata of a cloud', () => '//169.254.169.254/latest/meta-data/', NOT_PUBLIC],
  ['a name of a private network', () => 'https://innen.example/', NOT_PUBLIC],
  ['a file', () => 'file:///etc/passwd', 'Only http and https are fetched.'],
  ['other data', () => 'data:image/png;base64,AA', 'Only http and https are fetched.'],
  ['another port', () => 'http://bilder.example:25/', 'Only the ports 80 and 443 are asked.'],
  ['an account', () => `http://anna:geheim@bilder.example:${host.port}/`, 'An address with an account is not fetched.'],
  ['no address', () => 'http://[', 'This is no address.'],
  ['itself for ever', () => '/a', 'It redirects more than 5 times.'],
])('a redirect to %s is not followed', async (_where, location, message) => {
  host.answerWith((response) => response.writeHead(302, { location: location() }).end(sample('png')));
  await expect(host.fetchPicture(host.onServer('/a'))).rejects.toThrow(message);
  expect(new Set(host.asked)).toEqual(new Set([`bilder.example:${host.port} /a`]));
});

/** A name that is public when it is asked for first, and loopback afterwards. */
function rebinding() {
  const answers = [[SERVER], [INNER]];
  let questions = 0;
  return { resolve: async () => answers[Math.min(questions++, 1)] ?? [], questions: () => questions };
}

test('a name that changes between the check and the connection is resolved once', async () => {
  const { resolve, questions } = rebinding();
  expect(await host.fetchPicture(host.onServer('/a'), { resolve })).toMatchObject({ type: 'image/png' });
  expect(questions()).toBe(1);
});

test('a name that changes between two redirects is checked again', async () => {
  const { resolve } = rebinding();
  host.answerWith((response) => response.writeHead(302, { location: '/b' }).end());
  await expect(host.fetchPicture(host.onServer('/a'), { resolve })).rejects.toThrow(NOT_PUBLIC);
  expect(host.asked).toHaveLength(1);
});

test('a host by https has to prove the name that was written, at the address that was checked', async () => {
  const names: string[] = [];
  const tls = createTlsServer({
    SNICallback(name, done) {
      names.push(name);
      done(new Error('no certificate'));
    },
  });
  await new Promise<void>((resolve) => tls.listen(0, SERVER, resolve));
  const { port: tlsPort } = tls.address() as AddressInfo;
  await expect(host.fetchPicture(`https://bilder.example:${tlsPort}/a`, { isPort: () => true })).rejects.toThrow(
    'The host does not answer.',
  );
  expect(names).toEqual(['bilder.example']);
  tls.close();
});

test('another address of a host is tried when the first does not answer', async () => {
  const rules = { resolve: async () => ['127.0.0.3', SERVER], isAllowed: () => true };
  expect(await host.fetchPicture(host.onServer('/a'), rules)).toMatchObject({ type: 'image/png' });
});
