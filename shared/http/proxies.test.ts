import { expect, test } from 'vitest';
import { type Proxies, proxiesIn } from './proxies.ts';

function given(setting: string): Proxies {
  const proxies = proxiesIn(setting);
  if (!proxies) throw new Error(`${setting} has another form`);
  return proxies;
}

test.each([
  ['no trusted proxies', '', '127.0.0.1', '203.0.113.9', '127.0.0.1'],
  ['the header of an untrusted peer', '10.0.0.1', '203.0.113.1', '203.0.113.9', '203.0.113.1'],
  ['a trusted proxy appends the client', '127.0.0.1', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['entries forged by the client', '127.0.0.1', '127.0.0.1', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
  ['proxies behind proxies', '127.0.0.1, 10.0.0.0/8', '127.0.0.1', '1.2.3.4, 203.0.113.9, 10.2.3.4', '203.0.113.9'],
  ['every hop is a proxy', '10.0.0.0/8', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['an invalid entry ends the search', '10.0.0.0/8', '10.0.0.1', '203.0.113.9, unknown, 10.0.0.2', '10.0.0.2'],
  ['no header', '10.0.0.0/8', '10.0.0.1', undefined, '10.0.0.1'],
  ['an empty header', '10.0.0.0/8', '10.0.0.1', ' ,', '10.0.0.1'],
  ['a port', '10.0.0.1', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['IPv4 written as IPv6', '127.0.0.1', '::ffff:127.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['IPv6', '::1,fd00::/8', '::1', '[2001:db8::9]:443, fd12::1', '2001:db8::9'],
])('%s', (_what, setting, peer, header, client) => expect(given(setting).clientOf(peer, header)).toBe(client));

test('only a trusted proxy can declare that its request came over TLS', () => {
  const proxies = given('127.0.0.1');
  expect(proxies.isOverTls('127.0.0.1', 'https')).toBe(true);
  expect(proxies.isOverTls('127.0.0.1', 'http')).toBe(false);
  expect(proxies.isOverTls('127.0.0.1', undefined)).toBe(false);
  expect(proxies.isOverTls('203.0.113.9', 'https')).toBe(false);
  expect(given('').isOverTls('127.0.0.1', 'https')).toBe(false);
});

test.each(['proxy.example.org', '10.0.0.0/33', '::1/129', '10.0.0.0/8/8', '10.0.0', '10.0.0.1 10.0.0.2', '10.0.0.0/x'])(
  '%s is refused',
  (setting) => expect(proxiesIn(setting)).toBeNull(),
);

test('an address is trusted when it is listed or in a listed range', () => {
  const proxies = given('10.0.0.0/8, 2001:db8::1');
  expect(['10.255.0.1', '::ffff:10.0.0.1', '2001:db8::1'].map(proxies.areTrusted)).toEqual([true, true, true]);
  expect(['11.0.0.1', '2001:db8::2', '', undefined].map(proxies.areTrusted)).toEqual([false, false, false, false]);
});
