import { expect, test } from 'vitest';
import { withoutPersonalData } from './log.ts';

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
