import { containing } from '@ki/shared/data/containing.ts';
import { expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { importer, outcomes } from './testing/import-calls.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { add, change, remove, restore, stored } = givenRecords(backend);

const ORDERED = ['Ähre', 'apfel', 'Ärger', 'Birne', 'Öl', 'Werkzeuge', 'Zebra'];
/** A list of an address book, and of a dictionary. */
const OTHERS = [
  ['Bächle', 'Bader', 'Baer', 'Bär', 'Bogenschütz', 'Böttcher'],
  ['Arg', 'Ärgerlich', 'Arm', 'Assistent', 'Aßlar', 'Assoziation'],
];
const SHUFFLED = [5, 6, 0, 1, 2, 4, 3].map((place) => ORDERED[place] ?? '');

const NAMED: [table: string, key: string, more: (number: number) => object][] = [
  ['categories', 'name', (number) => ({ slug: `k-${number}` })],
  ['workshop_categories', 'name', () => ({})],
  ['course_categories', 'name', () => ({})],
  ['matrix_dimensions', 'name', () => ({})],
  ['pages', 'title', (number) => ({ slug: `s-${number}`, content: 'Text' })],
  ['posts', 'title', (number) => ({ slug: `p-${number}`, content: 'Text' })],
  ['workshops', 'title', () => ({})],
  ['courses', 'title', (number) => ({ slug: `c-${number}` })],
  ['pictures', 'title', () => ({})],
  ['ads', 'title', () => ({ subtitle: 'U', description: 'B', cta_url: '/' })],
];

test.each(NAMED)('%s by %s are in German order', async (table, key, more) => {
  await as.staff
    .from(table)
    .insert(SHUFFLED.map((name, number) => ({ [key]: name, ...more(number) })))
    .throwOnError();
  const { data } = await as.staff.from(table).select(key).in(key, ORDERED).order(key).throwOnError();
  expect(data.flatMap((row) => Object.values(row))).toEqual(ORDERED);
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

const COMPOSED = 'Größe mäßig';
const APART = COMPOSED.normalize('NFD');
const ADDRESS = 'größe';

test.each([
  ['apart', APART, COMPOSED],
  ['composed', COMPOSED, APART],
])('a title whose letters are %s is found by the other form', async (_form, typed, searched) => {
  const picture = await add('pictures', { title: typed, alt: typed });
  for (const key of ['title', 'alt']) {
    const { data } = await as.staff
      .from('pictures')
      .select('id')
      .or(containing([key], searched))
      .throwOnError();
    expect(data).toEqual([{ id: picture }]);
  }
});

test.each<[string, string, object]>([
  ['categories', 'slug', { name: 'Größe' }],
  ['posts', 'slug', { title: 'Größe', content: 'Text' }],
  ['pages', 'slug', { title: 'Größe', content: 'Text' }],
  ['courses', 'slug', { title: 'Größe' }],
  ['course_categories', 'name', {}],
  ['workshop_categories', 'name', {}],
  ['matrix_dimensions', 'name', {}],
  ['matrix_levels', 'code', { name: 'Größe' }],
])('%s: a %s is stored composed, and is taken in both forms', async (table, key, more) => {
  const row = await add(table, { [key]: ADDRESS.normalize('NFD'), ...more });
  expect((await stored(table, row))[key]).toBe(ADDRESS);
  for (const form of ['NFC', 'NFD']) {
    const { error } = await as.staff.from(table).insert<object>({ [key]: ADDRESS.normalize(form), ...more });
    expect(error).toMatchObject({ code: '23505', message: expect.stringContaining(`${table}_${key}_key`) });
  }
  await change(table, row, { [key]: `${ADDRESS}-2`.normalize('NFD') });
  expect((await stored(table, row))[key]).toBe(`${ADDRESS}-2`);
});

test('each table with names and addresses composes them', async () => {
  const others = await owner.query(
    `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and c.relname not in ('trail', 'sources') and not exists (
         select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'compose_texts'
       ) and exists (
         select from pg_attribute a where a.attrelid = c.oid and a.attname in ('slug', 'code', 'name', 'title')
       )`,
  );
  expect(others).toEqual([]);
});

test('an import finds posts, categories and dimensions whose letters a Mac wrote apart', async () => {
  const category = await add('categories', { name: 'Prüfungen', slug: 'prüfungen' });
  await add('posts', { title: 'Größe', slug: ADDRESS, content: 'Text' });
  const posts = importer(as, 'posts');
  const apart = (entry: object) => JSON.parse(JSON.stringify(entry).normalize('NFD'));
  const entries = [
    { title: 'Größe', slug: ADDRESS, content: 'Text', place: '1' },
    { title: 'Übung', slug: 'übung', content: 'Text', place: '2', category: 'prüfungen' },
  ];
  expect(outcomes(await posts.check(entries.map(apart), { update: true }))).toEqual(['unchanged', 'create']);
  await posts.run(entries.slice(1).map(apart));
  expect(await owner.query("select category_id from public.posts where slug = 'übung'")).toEqual([
    { category_id: category },
  ]);
  await add('matrix_dimensions', { name: 'Fähigkeit' });
  const workshop = {
    title: 'Prüfen',
    duration_hours: '1',
    price_chf: '1',
    category: 'A',
    target_group: 'L',
    level: '1',
  };
  const row = { place: 'row 2', ...workshop, objectives: { Fähigkeit: 'Sie prüfen.' } };
  expect(await importer(as, 'matrix').check([apart(row)])).toMatchObject({ rows: [[1, 'create', []]], creates: [] });
});

test('an imported text whose line begins with a mark of its own stays as it is, and so does an excerpt', async () => {
  const apart = 'Größe\n\u0301'.normalize('NFD');
  await add('posts', { title: 'Größe', slug: ADDRESS, content: 'Text', excerpt: apart });
  const entry = { title: 'Gro\u0308ße', slug: ADDRESS, content: 'Text', excerpt: apart, place: '1' };
  expect(outcomes(await importer(as, 'posts').check([entry], { update: true }))).toEqual(['unchanged']);
});

test('a text of the trash that was stored apart comes back composed, with a number if it is taken', async () => {
  const apart = ADDRESS.normalize('NFD');
  const row = await add('posts', { title: 'Größe', slug: 'groesse', content: 'Text' });
  await owner.execute(
    `alter table public.posts disable trigger compose_texts; update public.posts set slug = '${apart}' where id = '${row}'; alter table public.posts enable trigger compose_texts`,
  );
  await remove('posts', row);
  await add('posts', { title: 'Größe', slug: ADDRESS, content: 'Text' });
  await restore(row).throwOnError();
  expect((await stored('posts', row)).slug).toBe(`${ADDRESS}-2`);
});
