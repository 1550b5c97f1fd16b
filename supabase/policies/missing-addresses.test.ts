import { expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { givenRecords, LONG_AGO } from './testing/records.ts';
import { makeToken } from './testing/registry.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { call, add } = givenRecords(backend);

type Counts = readonly { readonly address: unknown; readonly requests: unknown }[];

async function store(counts: Counts, kind: 'shell' | 'pictures' = 'shell') {
  const token = await makeToken(backend, kind);
  return as.visitor.rpc('store_missing_addresses', { token, counts });
}
const missing = (): Promise<readonly { readonly address: string; readonly requests: number }[]> =>
  call('missing_addresses');
const rowCount = async () =>
  (await owner.query<{ n: number }>('select count(*)::int as n from private.missing_addresses'))[0]?.n;

test('a shell adds requests of a day, staff read them without what leads on or is there', async () => {
  for (const requests of [2, 3])
    await store([{ address: '/alt', requests }]).then((stored) => expect(stored.error).toBeNull());
  await store([
    { address: '/post/da', requests: 9 },
    { address: '/weiter', requests: 9 },
    { address: '/weg', requests: 1 },
  ]);
  await add('posts', { title: 'Da', slug: 'da', content: 'Text', published_at: LONG_AGO });
  await as.staff.from('redirects').insert({ address: '/weiter', target: '/workshops' }).throwOnError();
  const today = new Date().toISOString().slice(0, 10);
  expect(await missing()).toEqual([
    { address: '/alt', requests: 5, last_day: today },
    { address: '/weg', requests: 1, last_day: today },
  ]);
});

test('a scan leaves 1,000 rows, and those of what is requested most', async () => {
  await store([{ address: '/alt', requests: 2 }]);
  await owner.query('update private.missing_addresses set day = day - 1');
  for (const part of [0, 1, 2]) {
    const scanned = Array.from({ length: 1000 }, (_, place) => ({ address: `/wp-${part}-${place}`, requests: 1 }));
    await store([...scanned.slice(0, 998), { address: '/alt', requests: 1 }, { address: '/zuletzt', requests: 2 }]);
  }
  expect(await rowCount()).toBe(1000);
  expect((await missing()).slice(0, 2)).toMatchObject([
    { address: '/zuletzt', requests: 6 },
    { address: '/alt', requests: 5 },
  ]);
});

test('what no shell sends is left out', async () => {
  await store([
    { address: 'alt', requests: 1 },
    { address: '/a\u0001', requests: 1 },
    { address: `/${'a'.repeat(500)}`, requests: 1 },
    { address: '/a', requests: 0 },
    { address: null, requests: 1 },
  ]);
  expect(await rowCount()).toBe(0);
});

test('nobody but a shell stores them, and nobody but staff reads them', async () => {
  const counts = [{ address: '/alt', requests: 1 }];
  expect((await store(counts, 'pictures')).error).toMatchObject({ code: '42501' });
  for (const client of [as.visitor, as.outsider, as.staff])
    expect((await client.rpc('store_missing_addresses', { token: 'x', counts })).error?.code).toBe('42501');
  for (const client of [as.visitor, as.outsider])
    expect((await client.rpc('missing_addresses')).error?.code).toBe('42501');
});

test('they end after 90 days', async () => {
  await store([{ address: '/alt', requests: 1 }]);
  for (const [days, left] of [
    [90, 1],
    [2, 0],
  ] as const) {
    await owner.query('update private.missing_addresses set day = day - $1::integer', [days]);
    await owner.query("update private.retention set applied_at = '-infinity'");
    await owner.query('select private.apply_retention()');
    expect(await rowCount()).toBe(left);
  }
});
