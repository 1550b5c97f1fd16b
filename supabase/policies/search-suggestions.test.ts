import { describe, expect, test } from 'vitest';
import { givenBackend, roles } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';
import { givenSearch } from './testing/search.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { change } = givenRecords(backend);
const { search, searchRows } = givenSearch(backend);

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
    await owner.query(
      "update posts set content = 'Prüfung mit Sauerteig, Brot und Quellstück, siehe https://quark.example/quellstueck.', author = 'A. Mustermann' where id = $1",
      [ids.publishedPost],
    );
    expect(await suggested(query)).toEqual([`suggestion: ${title}`]);
  });

  test('is not offered where no text has it beside the others', async () => {
    await owner.query("update posts set content = 'Sauerteig.' where id = $1", [ids.publishedPost]);
    await change('workshops', ids.workshop, { content: 'Quellstück.' });
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
    await change('posts', ids.publishedPost, { content: 'Sauerteig und Brot.' });
    await change('workshops', ids.workshop, { content: 'Brot und Butter.' });
    expect(await partial('Brot Butter Sauerteig Xyzzyquarkwort')).toEqual([
      'partial null',
      `post ${ids.publishedPost}`,
    ]);
    expect(await partial('Butter Xyzzyquarkwort')).toEqual(['partial null', `workshop ${ids.workshop}`]);
  });

  test('asks public texts only', async () => {
    await change('posts', ids.publishedPost, { content: 'Brot.' });
    await change('posts', ids.draftPost, { content: 'Sauerteig und Brot.', title: 'Entwurf' });
    expect(await partial('Brot Sauerteig')).toEqual(['partial null', `post ${ids.publishedPost}`]);
  });

  test('finds nothing for one word, or if no text has any', async () => {
    expect([await partial('Xyzzyquarkwort'), await partial('Xyzzyquarkwort Plughquark')]).toEqual([[], []]);
  });
});
