import { parseEntry, readableEntry } from '@ki/shared/format/log-line.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inContext, log, requestIdFrom, withoutPersonalData } from './log.ts';

let written: string[];
beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('an event is one line of JSON, with the request that it belongs to', async () => {
  await inContext({ id: 'request-1', kind: 'page' }, async () => {
    await Promise.resolve();
    log('error', 'render_failed', { message: 'first\nsecond', path: '/post/x', status: 500 });
  });
  expect(written).toHaveLength(1);
  expect(written[0]?.trimEnd().split('\n')).toHaveLength(1);
  expect(parseEntry(written[0] ?? '')).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    level: 'error',
    service: 'shell',
    event: 'render_failed',
    request: 'request-1',
    message: 'first\nsecond',
    path: '/post/x',
    status: 500,
  });
});

test('no field carries personal data', () => {
  log('warn', 'x', { message: 'for erika@example.org', path: '/suche?q=privat' });
  expect(written.join()).not.toMatch(/erika|privat/);
});

test('in the readable form the event comes first', () => {
  const entry = { time: 't', level: 'warn', service: 'shell', event: 'remote_failed', request: 'r1', phase: 'entry' };
  expect(readableEntry(entry)).toBe('warn: remote failed  request=r1  phase=entry');
  expect(readableEntry({ level: 'info', event: 'ready', message: 'served on port 1' })).toBe('served on port 1');
});

test.each(['ready  http://127.0.0.1:3000', '{"a":1}', '{ half', ''])('%j is no log entry', (line) => {
  expect(parseEntry(line)).toBeNull();
});

test('a request id is accepted only from a trusted proxy and only when it is well-formed', () => {
  expect(requestIdFrom('0123-abcd-4567', () => true)).toBe('0123-abcd-4567');
  for (const given of ['short', 'x'.repeat(65), 'with space in', '<script>1234', undefined, ['12345678', '12345678']]) {
    expect(requestIdFrom(given, () => true)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}$/);
  }
  expect(requestIdFrom('0123-abcd-4567', () => false)).not.toBe('0123-abcd-4567');
});

test.each([
  ['mail to erika.muster+ki@example.org failed', 'mail to [mail] failed'],
  ['/suche?q=meine%20Krankheit: timed out', '/suche?[query] timed out'],
  [
    'http://127.0.0.1:54321/rest/v1/posts?title=eq.x answered 500',
    'http://127.0.0.1:54321/rest/v1/posts?[query] answered 500',
  ],
  ['http://me:secret@db.example.org/x', 'http://[account]@db.example.org/x'],
  ['authorization: Bearer abc.def', 'authorization: Bearer [token]'],
  ['JWT eyJhbGciOi.eyJzdWIi.c2ln is over', 'JWT [token] is over'],
  ['apikey sb_publishable_abc-1 and sb_secret_x', 'apikey [key] and [key]'],
  ['connect ECONNREFUSED 203.0.113.7:443', 'connect ECONNREFUSED [address]:443'],
  ['(see /a?q=privat)/b?q=privat', '(see /a?[query])/b?[query]'],
  ['/preview/0a1b/lessons/5?x=y is missing', '/preview/[token]/lessons/5?[query] is missing'],
  ['GET http://site/Preview/0a1b failed', 'GET http://site/Preview/[token] failed'],
  ['from ::ffff:203.0.113.7', 'from ::ffff:[address]'],
  ['from 2001:db8::1 and 2001:db8:0:0:0:0:0:1', 'from [address] and [address]'],
])('%s', (text, logged) => expect(withoutPersonalData(text)).toBe(logged));

test.each([
  'remote mf-blog@1.0.0-3f2a91c07b failed, phase entry, seen by the server: Error: /x answered 404',
  'connect ECONNREFUSED 127.0.0.1:3001',
  'at render (/srv/ki/shell/server/main.ts:12:34)',
  'Was ist das? Nichts.',
])('%s stays as it is', (text) => expect(withoutPersonalData(text)).toBe(text));

test('a text of any length becomes at most a line', () => {
  expect(withoutPersonalData(`/${'a'.repeat(16_000)}?q=privat`)).toBe(`/${'a'.repeat(1_999)}…`);
});
