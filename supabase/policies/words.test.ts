import { FUZZ_SEED, rounds } from '@ki/shared/testing/rounds.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../local-backend/database/database.ts';
import { type LocalizedDatabase, localesOfTest } from './testing/locales.ts';
import { pairsOf } from './testing/word-pairs.ts';
import { finds, neighboursIn, type Stemmer, type Word, wordsIn } from './testing/word-rule.ts';

const BATCH = 50;
const SHOWN = 10;
const PATIENCE_MS = 1_800_000;
const pairs = pairsOf(rounds({ short: 300, long: 5000 }), FUZZ_SEED);

const column = <T>(rows: readonly object[], name: string) => rows.map((row) => (row as Record<string, T>)[name] as T);

/** The stems of PostgreSQL for these words. */
async function readStemmer(database: Database, words: readonly string[]): Promise<Stemmer> {
  const rows = await database.query<{ word: string; stem: string | null }>(
    `select word, (ts_lexize('german_stem', replace(replace(replace(word, 'ae', 'ä'), 'oe', 'ö'), 'ue', 'ü')))[1] as stem
     from unnest($1::text[]) word`,
    [words],
  );
  const stems = new Map(rows.map(({ word, stem }) => [word, stem]));
  return { stem: (word) => stems.get(word) ?? word, isStopWord: (word) => stems.has(word) && stems.get(word) === null };
}

/** Saves each text as the title of the same post, and asks whether the query of its pair finds it by all of its words. */
const PREPARE = `
  -- Each save would read the history of all before.
  alter table public.posts disable trigger record_in_trail;
  insert into public.posts (id, title, slug, content, published_at, author, category_id)
    select '00000000-0000-4000-8000-000000000001', 'x', 'pairs', 'qqq', '2020-01-01', 'qqq', null;
  create function public.hits(texts text[], queries text[]) returns setof boolean language plpgsql as $$
  begin
    for i in 1 .. cardinality(texts) loop
      update public.posts set title = texts[i] where slug = 'pairs';
      return next (
        select coalesce(bool_or(s.slug = 'pairs') and not bool_or(s.kind = 'partial'), false) from public.search(queries[i], 100) s
      );
    end loop;
  end $$`;

async function hitsOf(database: Database): Promise<readonly boolean[]> {
  const hits: boolean[] = [];
  await database.execute(PREPARE);
  for (let start = 0; start < pairs.length; start += BATCH) {
    const batch = pairs.slice(start, start + BATCH);
    const [texts, queries] = [0, 1].map((side) => batch.map((pair) => pair[side]));
    hits.push(
      ...column<boolean>(await database.query('select hit from public.hits($1, $2) hit', [texts, queries]), 'hit'),
    );
    // Each text leaves a version of its row that searches would read.
    await database.execute('vacuum public.posts, private.search_index, private.search_words');
  }
  return hits;
}

const allOf = ({ parts, whole }: Word) => (parts.length > 1 ? [...parts, whole] : parts);

describe.each(localesOfTest())('in a database of %s', (_name, create) => {
  let database: LocalizedDatabase;
  beforeAll(async () => {
    database = await create();
  }, PATIENCE_MS);
  afterAll(() => database?.drop());

  test(
    'the words of a text are those of the rule',
    async () => {
      const texts = pairs.flat();
      const rows = await database.query('select private.words_of(text) as words from unnest($1::text[]) text', [texts]);
      const found = column<string[]>(rows, 'words');
      const compared = texts.map((text, i) => ({
        text,
        words: found[i],
        expected: wordsIn(text).flatMap(({ parts }) => parts),
      }));
      const wrong = compared.filter(({ words, expected }) => String(words) !== String(expected));
      expect(wrong.slice(0, SHOWN)).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'a query finds a text where the rule says so, and nowhere else',
    async () => {
      const words = new Set(pairs.flat().flatMap((text) => [...wordsIn(text), ...neighboursIn(text)].flatMap(allOf)));
      const stemmer = await readStemmer(database, [...words]);
      const hits = await hitsOf(database);
      const judged = pairs.map(([text, query], i) => ({
        text,
        query,
        hit: hits[i],
        expected: finds(query, text, stemmer),
      }));
      const decided = judged.filter(({ expected }) => expected !== undefined);
      const wrong = decided.filter(({ hit, expected }) => hit !== expected);
      const found = decided.filter(({ expected }) => expected);
      process.stdout.write(
        `${pairs.length} pairs: ${found.length} are hits, ${decided.length - found.length} are none, ${wrong.length} are wrong\n`,
      );
      expect(wrong.slice(0, SHOWN)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
