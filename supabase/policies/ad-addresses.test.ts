import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
afterAll(() => backend.close());

test('an address that browsers read as another one is refused, and address_in_words corrects it', async () => {
  const { owner } = backend;
  const before: [stored: string, kept: string][] = [
    ['//example.com/a?b=c', 'https://example.com/a?b=c'],
    ['/\\example.com', 'https://example.com'],
    ['\\\\example.com', 'https://example.com'],
    ['\u0001//example.com', 'https://example.com'],
    ['//', '/'],
    ['\u0001', '/'],
    ['/.//workshops', '/./workshops'],
    ['/workshops//slug?ziel=//a', '/workshops/slug?ziel=//a'],
    ['https://example.com/a\\b', 'https://example.com/a/b'],
    ['/workshops', '/workshops'],
    ['https://example.com/a//b', 'https://example.com/a//b'],
  ];
  const store = (address: string) =>
    owner.query("insert into ads (title, subtitle, description, cta_url) values ('a', 'b', 'c', $1)", [address]);
  for (const [stored, kept] of before) {
    expect(await owner.query('select private.address_in_words($1) as read', [stored])).toEqual([{ read: kept }]);
    await store(kept);
    if (stored !== kept) await expect(store(stored)).rejects.toThrow('ads_cta_url_relative_or_http');
  }
});
