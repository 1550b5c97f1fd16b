import { expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { add } = givenRecords(backend);

const ORDERED = ['Ähre', 'apfel', 'Ärger', 'Birne', 'Öl', 'Werkzeuge', 'Zebra'];
/** A list of an address book, and of a dictionary. */
const OTHERS = [
  ['Bächle', 'Bader', 'Baer', 'Bär', 'Bogenschütz', 'Böttcher'],
  ['Arg', 'Ärgerlich', 'Arm', 'Assistent', 'Aßlar', 'Assoziation'],
];
const SHUFFLED = [5, 6, 0, 1, 2, 4, 3].map((place) => ORDERED[place] ?? '');

const NAMED: readonly (readonly [table: string, key: string, more?: (number: number) => object])[] = [
  ['categories', 'name', (number) => ({ slug: `k-${number}` })],
  ['workshop_categories', 'name'],
  ['course_categories', 'name'],
  ['matrix_dimensions', 'name'],
  ['pages', 'title', (number) => ({ slug: `s-${number}`, content: 'Text' })],
  ['posts', 'title', (number) => ({ slug: `p-${number}`, content: 'Text' })],
  ['workshops', 'title'],
  ['courses', 'title', (number) => ({ slug: `c-${number}` })],
  ['pictures', 'title'],
  ['ads', 'title', () => ({ subtitle: 'U', description: 'B', cta_url: '/' })],
];

test.each(NAMED)('%s by %s are in German order', async (table, key, more) => {
  await as.staff
    .from(table)
    .insert(SHUFFLED.map((name, number) => ({ [key]: name, ...more?.(number) })))
    .throwOnError();
  const list = as.staff.from(table).select<string, Readonly<Record<string, string>>>(key).in(key, ORDERED);
  const { data } = await list.order(key).throwOnError();
  expect(data.map((row) => row[key])).toEqual(ORDERED);
  expect(SHUFFLED.toSorted(new Intl.Collator('de').compare)).toEqual(ORDERED);
});

test.each(OTHERS)('names from %s to the last are ordered by the database as by browsers', async (...names) => {
  for (const name of names.toReversed()) await add('course_categories', { name });
  const { data } = await as.visitor.from('course_categories').select('name').in('name', names).order('name');
  expect(data?.map(({ name }) => name)).toEqual(names);
  expect(names.toReversed().sort(new Intl.Collator('de').compare)).toEqual(names);
});

test('each name and title of the API has that order, and equality tells case and accents apart', async () => {
  const others = await owner.query(
    `select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'trail'
       and a.attname in ('name', 'title') and a.attcollation <> 'pg_catalog."de-x-icu"'::regcollation`,
  );
  expect(others).toEqual([]);
  for (const name of ['Öl', 'öl', 'Ol']) await add('course_categories', { name });
  const { error } = await as.staff.from('course_categories').insert({ name: 'Öl' });
  expect(error?.code).toBe('23505');
});

test('the records that use a picture are in German order', async () => {
  const picture = await add('pictures', { title: 'Bild', alt: 'Ein Bild' });
  for (const [number, title] of SHUFFLED.entries())
    await add('posts', { title, slug: `bild-${number}`, content: 'Text', picture });
  const { data } = await as.staff.rpc('picture_uses', { picture }).throwOnError();
  expect(data.map(({ title }: { title: string }) => title)).toEqual(ORDERED);
});
