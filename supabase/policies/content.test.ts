import { expect, test } from 'vitest';
import { givenBackend, roles } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { stored, history, savePage, givenPage } = givenRecords(backend);

test('a category in use cannot be deleted', async () => {
  expect((await as.staff.from('categories').delete().eq('id', ids.category)).error?.code).toBe('23503');
});

test.each([
  ['a workshop', 'team', ids.workshop, 'Werkstatt'],
  ['a published course', 'other', ids.course, 'Offener Kurs'],
  ['a draft of a course', 'other', ids.draftCourse, null],
  ['a deleted offer', 'team', ids.course, null],
])('everybody is shown the active ads, here with %s', async (_, type, offer_id, offer_title) => {
  await as.service.from('ads').update({ type, offer_id }).eq('id', ids.activeAd).throwOnError();
  for (const role of roles) {
    const { data } = await as[role].from('shown_ads').select('id, offer_title');
    expect(data, role).toEqual([{ id: ids.activeAd, offer_title }]);
  }
});

test.each([
  ['posts', 'categories(name, slug)'],
  ['workshops', 'workshop_categories(name)'],
  ['courses', 'course_categories(name), modules(lessons(id))'],
  ['modules', 'courses(title)'],
  ['matrix_workshops', 'category:matrix_categories(*), target_group:matrix_target_groups(*), level:matrix_levels(*)'],
  ['matrix_workshops', 'matrix_workshop_learning_objectives(objective, dimension:matrix_dimensions(name))'],
])('%s embeds %s without a hint for the relation', async (table, embedded) => {
  const { data, error } = await as.visitor.from(table).select(`id, ${embedded}`);
  expect(error).toBeNull();
  expect(data).not.toEqual([]);
});

test('kinds name columns of their tables, and each other key of a document is one of their parts', async () => {
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

test('a page is saved by the secret key, too, and one that is saved as it is keeps its version and its history', async () => {
  const page = await givenPage();
  const before = [await stored('pages', page), await history(page)];
  await savePage(page).throwOnError();
  expect([await stored('pages', page), await history(page)]).toEqual(before);
  await savePage(page, { title: 'Anders' }, null, as.service).throwOnError();
  expect(await stored('pages', page)).toMatchObject({ title: 'Anders' });
});
