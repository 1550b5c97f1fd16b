import { expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { stored, history, savePage, givenPage } = givenRecords(backend);

test('each column that a kind names is one of its table, and each other key of a document one of its parts', async () => {
  const unknown = await owner.query(`
    select k.relation, named.key from private.kinds k
    cross join lateral (
      select unnest(array[k.parent_key, k.place_key, k.part_key, k.owner_key, k.public_key]) as key
      union select unnest(k.document || k.texts || k.derived)
    ) named
    where named.key is not null
      and not exists (select from private.kinds part where part.parent = k.relation and part.relation = named.key)
      and not exists (
        select from pg_attribute a
        where a.attrelid = format('public.%I', k.relation)::regclass and a.attname = named.key and a.attnum > 0
      )`);
  expect(unknown).toEqual([]);
});

test('a page that is saved as it is keeps its version and its history', async () => {
  const page = await givenPage();
  const before = [await stored('pages', page), await history(page)];
  await savePage(page).throwOnError();
  expect([await stored('pages', page), await history(page)]).toEqual(before);
});

test('a page is saved by the secret key, too, and by a visitor or another account it is refused', async () => {
  const page = await givenPage();
  expect((await savePage(page, { title: 'Anders' }, null, as.service)).error).toBeNull();
  expect(await stored('pages', page)).toMatchObject({ title: 'Anders' });
  for (const nobody of [as.visitor, as.outsider])
    expect((await savePage(page, { title: 'Fremd' }, null, nobody)).error?.code).toBe('42501');
});
