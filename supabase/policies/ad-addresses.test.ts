import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
afterAll(() => backend.close());

const migration = readFileSync(new URL('../migrations/20261122110030_ad_addresses.sql', import.meta.url), 'utf8');

test('addresses from before the rule become what browsers made of them, also when they come back', async () => {
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
  await owner.execute(`
    alter table ads drop constraint ads_cta_url_relative_or_http;
    alter table ads add constraint ads_cta_url_relative_or_http check (cta_url <> '');
    delete from ads;
  `);
  for (const [stored] of before) {
    await owner.query("insert into ads (title, subtitle, description, cta_url) values ($1, 'b', 'c', $1)", [stored]);
  }
  await owner.execute(migration);
  const rows = await owner.query<{ title: string; cta_url: string }>('select title, cta_url from ads');
  expect(new Map(rows.map(({ title, cta_url }) => [title, cta_url]))).toEqual(new Map(before));
  for (const [stored, kept] of before) {
    expect(await owner.query('select private.address_in_words($1) as read', [stored])).toEqual([{ read: kept }]);
  }
});
