import { describe, expect, test } from 'vitest';
import { givenBackend, roles } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';
import { givenSearch, idsOf } from './testing/search.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { change, remove } = givenRecords(backend);
const { search, searchRows } = givenSearch(backend);

const text = (content: string, id: string = ids.publishedPost) => change('posts', id, { content });
const inWorkshop = (content: string) => change('workshops', ids.workshop, { content });
const POST = [ids.publishedPost];

test.each(roles)('finds for a %s public content only, never drafts', async (role) => {
  const hits = await search('Prüfungen', 20, as[role]);
  expect(idsOf(hits)).toEqual([ids.publishedPost, ids.course, ids.matrixWorkshop, ids.workshop].sort());
  expect(hits.map(({ kind }) => kind).sort()).toEqual(['course', 'matrix_workshop', 'post', 'workshop']);
});

test('the words of a course are made anew when what a module says changes, not when its place does', async () => {
  const mark = "update private.search_index set words = words || '''sentinelword'':1C' where id = $1";
  await owner.query(mark, [ids.course]);
  const move = 'update modules set order_position = order_position + 1, updated_at = now() where id = $1';
  await owner.query(move, [ids.firstModule]);
  expect(idsOf(await search('sentinelword'))).toEqual([ids.course]);
  await change('modules', ids.firstModule, { description: 'Sauerteig.' });
  expect([await search('sentinelword'), idsOf(await search('Sauerteig'))]).toEqual([[], [ids.course]]);
});

test('a page with the id of a post leaves that found', async () => {
  await text('Sauerteig.');
  const page = "insert into pages (id, title, slug, content, published_at) values ($1, 'P', 'p', 'Brot.', now())";
  await owner.query(page, POST);
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

test('takes any text, and finds nothing by one without words', async () => {
  const signs = ['', '   ', '!', "' or 1=1 --", '\\', ':*', '<q>', '& | !', '😀', '„“', '\u200B', '日'];
  for (const query of [...signs, 'a'.repeat(5000), 'x1 '.repeat(70)]) expect(await search(query), query).toEqual([]);
});

test('requires all words', async () => {
  for (const query of ['Prüfung Sauerteig', 'Welche Prüfungen mit Sauerteig verstehen?'])
    expect(await search(query), query).toEqual([]);
});

test.each([
  ['one word', 'Quarkspeise'],
  ['neighbours', 'Quark Speise'],
])('ranks %s above two words apart', async (_, together) => {
  await inWorkshop('Quark, viel Quark, und dann eine Speise, noch eine Speise.');
  await text(`Eine lange Rede über ${together} und anderes.`);
  expect((await search('Quark Speise')).map(({ id }) => id)).toEqual([...POST, ids.workshop]);
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

test('of more matches than it ranks, finds the newest by their rank, the oldest by a rarer word, and always workshops', async () => {
  await owner.execute(`
    insert into posts (title, slug, content, published_at)
    select 'Brot ' || n, 'brot-' || n, 'Sauerteig.' || case when n = 600 then ' Quellstück.' else '' end,
      now() - n * interval '1 hour'
    from generate_series(1, 600) n;
    update posts set title = 'Sauerteig' where slug in ('brot-500', 'brot-501')`);
  const hits = await search('Sauerteig', 100);
  expect(hits).toHaveLength(100);
  expect(hits.filter(({ title }) => title === 'Sauerteig').map(({ slug }) => slug)).toEqual(['brot-500']);
  expect(hits[0]?.slug).toBe('brot-500');
  expect((await search('Sauerteig Quellstück')).map(({ slug }) => slug)).toEqual(['brot-600']);
  await owner.execute(`
    update posts set title = 'Brot' where title = 'Sauerteig';
    update workshops set title = 'Sauerteig'`);
  expect((await search('Sauerteig'))[0]?.id).toBe(ids.workshop);
  await text('Sauerteig.');
  await owner.execute(`
    update posts set published_at = case when slug like '%0' then now() + interval '1 hour' end where slug like 'brot-%'`);
  expect(idsOf(await search('Sauerteig')), 'drafts and scheduled posts displace none').toEqual(
    [...POST, ids.workshop].sort(),
  );
});

test('marks hits in the excerpt with control characters instead of markup', async () => {
  const content = '## Plan\n\nVor der **Prüfung** <img src=x onerror=alert(1)> [lesen](/x).';
  await text(content);
  const hit = (await search('prüfung')).find(({ id }) => id === ids.publishedPost);
  expect(hit?.excerpt).toContain('\u{E000}Prüfung\u{E001}');
  expect(hit?.excerpt).toContain('lesen');
  expect(hit?.excerpt).not.toMatch(/[<>*#]|\(\/x\)/);
  expect(hit?.passage).toBe('Vor der **\u{E000}Prüfung\u{E001}** <img src=x onerror=alert(1)> [lesen](/x).');
  expect(hit?.outline).toBe('## Plan');
});

test.each([
  ['an umlaut spelled out by a query without it', 'Die Haeuser.', 'Haus', 'Die \u{E000}Haeuser\u{E001}.'],
  ['characters of a script without blanks', '人工智能教育AI入门', '教育', '人工智能\u{E000}教育\u{E001}AI入门'],
  ['a word beside such characters', '人工智能AI教育', 'AI', '人工智能\u{E000}AI\u{E001}教育'],
  [
    'digits of another script',
    'Nummer ๑๒๓, quark१२',
    '๑๒๓ quark',
    'Nummer \u{E000}๑๒๓\u{E001}, \u{E000}quark१२\u{E001}',
  ],
])('marks %s', async (_, content, query, passage) => {
  await text(content);
  expect((await search(query)).map((hit) => hit.passage)).toEqual([passage]);
});

describe('a misspelled word', () => {
  const suggested = async (query: string, client = as.visitor) =>
    (await search(query, 20, client)).map(({ kind, title }) => `${kind}: ${title}`);

  test.each([
    ['a letter too few', 'Sauertig', 'Sauerteig'],
    ['a letter too many', 'Sauertteig', 'Sauerteig'],
    ['another letter', 'Sauertaig', 'Sauerteig'],
    ['two letters in each other’s place', 'Suaerteig', 'Sauerteig'],
    ['an umlaut', 'Quelstück', 'Quellstück'],
    ['another first letter', 'Dauerteig', 'Sauerteig'],
    ['a word beside a right one', 'Prüfung Sauertig', 'Prüfung Sauerteig'],
    ['a word beside two right ones', '„Prüfung“ mit BROT: Sauertig', '„Prüfung“ mit BROT: Sauerteig'],
    ['a word beside other forms and beginnings', 'prüf Prüfungen Brote Sauertig', 'prüf Prüfungen Brote Sauerteig'],
    ['a word beside the name of an author', 'Mustermann Muster Sauertig', 'Mustermann Muster Sauerteig'],
    ['two words', 'Prüfunk Sauertig', 'Prüfung Sauerteig'],
  ])('is offered its word: %s', async (_, query, title) => {
    const content = 'Prüfung mit Sauerteig, Brot und Quellstück, siehe https://quark.example/quellstueck.';
    await change('posts', ids.publishedPost, { content, author: 'A. Mustermann' });
    expect(await suggested(query)).toEqual([`suggestion: ${title}`]);
  });

  test('is not offered where no text has it beside the others', async () => {
    await text('Sauerteig.');
    await inWorkshop('Quellstück.');
    expect(await suggested('Quellstück Sauertig')).toEqual([]);
  });

  test.each([
    ['a draft', `update posts set content = 'Sauerteig.' where id = '${ids.draftPost}'`],
    ['a scheduled post', `update posts set content = 'Sauerteig.' where id = '${ids.scheduledPost}'`],
    ['a draft of a course', `update courses set description = 'Sauerteig.' where id = '${ids.draftCourse}'`],
    ['a lesson of it', `update lessons set content = 'Sauerteig.' where id = '${ids.lessonOfDraft}'`],
    ['a module of it', `update modules set title = 'Sauerteig' where id = '${ids.moduleOfDraft}'`],
    ['a draft of a page', `insert into pages (title, slug, content) values ('P', 'p', 'Sauerteig.')`],
    ['an author', `update posts set author = 'Sauerteig' where id = '${ids.publishedPost}'`],
    ['a changed text', `update posts set content = 'Sauerteig.'; update posts set content = 'Brot.'`],
  ])('is never offered a word of %s', async (_, script) => {
    await owner.execute(script);
    for (const role of roles) expect(await suggested('Sauertig', as[role])).toEqual([]);
  });
});

describe('where no text has all words', () => {
  const partial = async (query: string) => (await searchRows(query)).map(({ kind, id }) => `${kind} ${id}`);

  test('finds the longest word that a text has, with the others that one of these texts has', async () => {
    await text('Sauerteig und Brot.');
    await inWorkshop('Brot und Butter.');
    const post = ['partial null', `post ${ids.publishedPost}`];
    expect(await partial('Brot Butter Sauerteig Xyzzyquarkwort')).toEqual(post);
    expect(await partial('Butter Xyzzyquarkwort')).toEqual(['partial null', `workshop ${ids.workshop}`]);
    await text('Brot.');
    await change('posts', ids.draftPost, { content: 'Sauerteig und Brot.', title: 'Entwurf' });
    await inWorkshop('');
    expect(await partial('Brot Sauerteig'), 'drafts are not asked').toEqual(post);
    expect([await partial('Xyzzyquarkwort'), await partial('Xyzzyquarkwort Plughquark')]).toEqual([[], []]);
  });
});
