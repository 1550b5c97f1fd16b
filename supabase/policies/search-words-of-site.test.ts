import { describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';
import { givenSearch, idsOf } from './testing/search.ts';

const backend = givenBackend();
const { owner } = backend;
const { change } = givenRecords(backend);
const { search } = givenSearch(backend);

describe('words that no text has any more', () => {
  const count = async (word: string) =>
    (await owner.query('select from private.search_words where word = $1', [word])).length;
  const prune = () =>
    owner.execute(`
      update private.search_words
      set checked_at = now() - interval '2 days' - case when is_missed then interval '1 hour' else interval '0' end
      where word in ('sauerteig', 'brot');
      select private.prune_search_words()`);

  test('are ended with time', async () => {
    await owner.execute(`update posts set content = 'Sauerteig.'; update posts set content = 'Brot.'`);
    await prune();
    expect(await count('sauerteig')).toBe(1);
    await prune();
    expect([await count('sauerteig'), await count('brot')]).toEqual([0, 1]);
  });

  test('are noted anew by a text that is saved while they end', async () => {
    await owner.execute(`update posts set content = 'Sauerteig.'; update posts set content = 'Brot.'`);
    await prune();
    await owner.execute(`update posts set content = 'Sauerteig.'`);
    // Whoever ends the word does not see that text yet.
    await owner.execute(`delete from private.search_index where kind = 'post'`);
    await prune();
    expect(await count('sauerteig')).toBe(1);
  });
});

test('a compound is found by a part once its other part is a word of the site', async () => {
  const text = (content: string) =>
    owner.query('update posts set content = $1 where id = $2', [content, ids.publishedPost]);
  await text('Vor den Quarkspeisekonzepten.');
  expect(idsOf(await search('Konzept'))).toEqual([]);
  await change('workshops', ids.workshop, { content: 'Eine Quarkspeise.' });
  expect(idsOf(await search('Konzept'))).toEqual([ids.publishedPost]);
  await text('Hochspannungsnetzgerät mit Hochspannung.');
  expect(idsOf(await search('Netzgerät'))).toEqual([ids.publishedPost]);
  await text('Das Übungskonzept.');
  await change('workshops', ids.workshop, { content: 'Eine Übung.' });
  expect(idsOf(await search('Konzepte'))).toEqual([ids.publishedPost]);
});

test.each([
  ['at once', `update posts set published_at = now() - interval '3 days' where id = '${ids.draftPost}'`],
  [
    'by its time',
    `alter table posts disable trigger index_publication;
     update posts set published_at = now() - interval '3 days' where id = '${ids.draftPost}';
     alter table posts enable trigger index_publication;
     select private.prune_search_words()`,
  ],
])('a draft changes no hit until it is published %s', async (_, publish) => {
  await owner.query("update posts set content = 'Ein Quarkspeisekonzept.' where id = $1", [ids.publishedPost]);
  await change('posts', ids.draftPost, { content: 'Quarkspeise.', title: 'Entwurf' });
  expect(idsOf(await search('Konzept'))).toEqual([]);
  await owner.query("update posts set published_at = now() + interval '1 hour' where id = $1", [ids.draftPost]);
  expect(idsOf(await search('Konzept'))).toEqual([]);
  await owner.execute(publish);
  expect(idsOf(await search('Konzept'))).toEqual([ids.publishedPost]);
});

test('the words of a course count once it is published', async () => {
  await owner.query("update posts set content = 'Ein Quarkspeisekonzept.' where id = $1", [ids.publishedPost]);
  await owner.query("update lessons set content = 'Quarkspeise.' where id = $1", [ids.lessonOfDraft]);
  expect(idsOf(await search('Konzept'))).toEqual([]);
  await change('courses', ids.draftCourse, { is_published: true });
  expect(idsOf(await search('Konzept'))).toEqual([ids.publishedPost]);
});

test('the words of a lesson count once it has moved to a published course', async () => {
  await owner.query("update posts set content = 'Ein Quarkspeisekonzept.' where id = $1", [ids.publishedPost]);
  await owner.query("update lessons set content = 'Quarkspeise.' where id = $1", [ids.lessonOfDraft]);
  const move = (to: string) => owner.query('update modules set course_id = $1 where id = $2', [to, ids.moduleOfDraft]);
  const pruneADayLater = () =>
    owner.execute(`
      update private.search_words set checked_at = now() - interval '2 days' where word = 'quarkspeise';
      select private.prune_search_words()`);
  await move(ids.course);
  await pruneADayLater();
  expect(idsOf(await search('Konzept'))).toEqual([ids.publishedPost]);
  await move(ids.draftCourse);
  await pruneADayLater();
  await pruneADayLater();
  expect(idsOf(await search('Konzept'))).toEqual([]);
  await move(ids.course);
  await pruneADayLater();
  expect(idsOf(await search('Konzept'))).toEqual([ids.publishedPost]);
});

test('a query of eight words that are parts of sixty compounds each is answered', async () => {
  const letters = [...'abcdefgh'];
  const words = letters.map((letter) => `quark${letter}wort`);
  const heads = letters.flatMap((first) => letters.map((second) => `laub${first}${second}`)).slice(0, 60);
  const compounds = words.flatMap((word) => heads.map((head) => `${head}${word}`));
  await owner.query('update posts set content = $1 where id = $2', [
    [...words, ...heads, ...compounds].join(' '),
    ids.publishedPost,
  ]);
  const [found] = await owner.query("select count(*)::int as compounds from private.compounds_with('quarkawort')");
  expect(found).toEqual({ compounds: 60 });
  // A visitor's three seconds would make this a test of the machine.
  expect(idsOf(await search(words.join(' '), undefined, backend.as.staff))).toEqual([ids.publishedPost]);
});
