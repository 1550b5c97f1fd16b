import { describe, expect, test } from 'vitest';
import { givenBackend, roles } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';
import { givenSearch, idsOf } from './testing/search.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { change, remove } = givenRecords(backend);
const { search } = givenSearch(backend);

test.each(roles)('finds for a %s public content only, never drafts', async (role) => {
  const hits = await search('Prüfungen', 20, as[role]);
  expect(idsOf(hits)).toEqual([ids.publishedPost, ids.course, ids.matrixWorkshop, ids.workshop].sort());
  expect(hits.map(({ kind }) => kind).sort()).toEqual(['course', 'matrix_workshop', 'post', 'workshop']);
});

test('the words of a course are made anew when what a module says changes, not when its place does', async () => {
  const [{ id } = { id: '' }] = await owner.query<{ id: string }>('select id from modules where course_id = $1', [
    ids.course,
  ]);
  await owner.query("update private.search_index set words = words || '''sentinelword'':1C' where id = $1", [
    ids.course,
  ]);
  await owner.query('update modules set order_position = order_position + 1, updated_at = now() where id = $1', [id]);
  expect(idsOf(await search('sentinelword'))).toEqual([ids.course]);
  await change('modules', id, { description: 'Sauerteig.' });
  expect([await search('sentinelword'), idsOf(await search('Sauerteig'))]).toEqual([[], [ids.course]]);
});

test('a page with the id of a post leaves that found', async () => {
  await owner.query("update posts set content = 'Sauerteig.' where id = $1", [ids.publishedPost]);
  await owner.query(
    "insert into pages (id, title, slug, content, published_at) values ($1, 'Seite', 'seite', 'Brot.', now())",
    [ids.publishedPost],
  );
  expect((await search('Sauerteig')).map(({ kind }) => kind)).toEqual(['post']);
});

test.each([
  ['a page', 'pages', ['page', null]],
  ['a workshop by its content', 'workshops.content', ['workshop', null]],
  ['a workshop by its objectives', 'workshops.learning_objectives', ['workshop', null]],
  ['a lesson', 'lessons.content', ['lesson', 'offener-kurs']],
  ['a lesson by its transcript', 'lessons.transcript', ['lesson', 'offener-kurs']],
  ['a course by a module', 'modules.description', ['course', 'offener-kurs']],
  ['a workshop of the matrix by what it takes', 'matrix_workshops.prerequisites', ['matrix_workshop', null]],
  [
    'a workshop of the matrix by an objective',
    'matrix_workshop_learning_objectives.objective',
    ['matrix_workshop', null],
  ],
] as const)('finds %s', async (_, place, [kind, slug]) => {
  const [table = '', column] = place.split('.');
  if (column) await owner.execute(`update ${table} set ${column} = 'Sauerteig.'`);
  else
    await owner.execute(
      `insert into pages (title, slug, content, published_at) values ('Brot', 'brot', 'Sauerteig.', now()), ('Entwurf', 'entwurf', 'Sauerteig.', null), ('Bald', 'bald', 'Sauerteig.', now() + interval '1 hour')`,
    );
  for (const role of roles) {
    const hits = await search('Sauerteig', 20, as[role]);
    expect(new Set(hits.map((hit) => hit.kind))).toEqual(new Set([kind]));
    expect(new Set(hits.map((hit) => hit.slug))).toEqual(new Set([kind === 'page' ? 'brot' : slug]));
    expect(idsOf(hits)).not.toContain(ids.lessonOfDraft);
  }
  await owner.execute(column ? `update ${table} set ${column} = 'Brot.'` : 'delete from pages');
  expect(await search('Sauerteig')).toEqual([]);
});

test('the lessons of a course are found while it is published', async () => {
  await owner.execute(`update lessons set content = 'Sauerteig.' where id = '${ids.lessonOfDraft}'`);
  expect(await search('Sauerteig', 20, as.staff)).toEqual([]);
  await change('courses', ids.draftCourse, { is_published: true });
  expect(await search('Sauerteig')).toMatchObject([{ kind: 'lesson', id: ids.lessonOfDraft, slug: 'kursentwurf' }]);
});

test.each([
  '',
  '   ',
  '!',
  "' or 1=1 --",
  '\\',
  ':*',
  '<q>',
  '& | !',
  'a'.repeat(5000),
  '😀',
  '„“',
  '\u200B',
  '日',
  'x1 '.repeat(70),
])('takes %j', async (query) => {
  expect(await search(query)).toEqual([]);
});

test.each(['Prüfung Sauerteig', 'Welche Prüfungen mit Sauerteig verstehen?'])(
  'requires all words of %j',
  async (query) => {
    expect(await search(query)).toEqual([]);
  },
);

test.each([
  ['one word', 'Quarkspeise'],
  ['neighbours', 'Quark Speise'],
])('ranks %s above two words apart', async (_, together) => {
  await change('workshops', ids.workshop, {
    description: 'Quark, viel Quark, und dann eine Speise, noch eine Speise.',
  });
  await change('posts', ids.publishedPost, { content: `Eine lange Rede über ${together} und anderes.` });
  expect((await search('Quark Speise')).map(({ id }) => id)).toEqual([ids.publishedPost, ids.workshop]);
});

test('ranks titles above texts and applies the limit', async () => {
  const [first, ...others] = await search('Prüfungen', 2);
  expect(first?.id).toBe(ids.matrixWorkshop);
  expect(others).toHaveLength(1);
});

test('finds changed content', async () => {
  await change('posts', ids.publishedPost, { title: 'Sauerteig' });
  expect(idsOf(await search('Sauerteig'))).toEqual([ids.publishedPost]);
  await change('posts', ids.publishedPost, { published_at: null });
  expect(await search('Sauerteig')).toEqual([]);
  await change('courses', ids.draftCourse, { is_published: true });
  expect(idsOf(await search('Kursentwurf'))).toEqual([ids.draftCourse]);
  await remove('courses', ids.draftCourse);
  expect(await search('Kursentwurf')).toEqual([]);
});

describe('with more matches than it ranks', () => {
  const givenPosts = (published: string) =>
    owner.execute(`
      insert into posts (title, slug, content, published_at)
      select 'Brot ' || n, 'brot-' || n, 'Sauerteig.' || case when n = 600 then ' Quellstück.' else '' end, ${published}
      from generate_series(1, 600) n`);

  test('finds the newest matches, ordered by rank', async () => {
    await givenPosts(`now() - n * interval '1 hour'`);
    await owner.execute(`update posts set title = 'Sauerteig' where slug in ('brot-500', 'brot-501')`);
    const hits = await search('Sauerteig', 100);
    expect(hits).toHaveLength(100);
    expect(hits.filter(({ title }) => title === 'Sauerteig').map(({ slug }) => slug)).toEqual(['brot-500']);
    expect(hits[0]?.slug).toBe('brot-500');
  });

  test('finds the oldest match by a rarer word', async () => {
    await givenPosts(`now() - n * interval '1 hour'`);
    expect((await search('Sauerteig Quellstück')).map(({ slug }) => slug)).toEqual(['brot-600']);
  });

  test.each([
    ['scheduled posts', `now() + n * interval '1 hour'`],
    ['drafts', 'null'],
  ])('%s do not displace public hits', async (_, published) => {
    await owner.execute(`update posts set content = 'Sauerteig.' where id = '${ids.publishedPost}'`);
    await owner.execute(`update workshops set title = 'Sauerteig' where id = '${ids.workshop}'`);
    await givenPosts(published);
    expect(idsOf(await search('Sauerteig'))).toEqual([ids.publishedPost, ids.workshop].sort());
  });

  test('always ranks workshops, courses and the matrix', async () => {
    await givenPosts(`now() - n * interval '1 hour'`);
    await owner.execute(`update workshops set title = 'Sauerteig' where id = '${ids.workshop}'`);
    expect((await search('Sauerteig'))[0]?.id).toBe(ids.workshop);
  });
});
