import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COLLECTOR, HARMLESS, type Injection, injections, type Place } from '../../../shared/testing/injections.ts';
import readTexts from '../../../shared/testing/read-injections.json' with { type: 'json' };
import { databaseState } from '../../policies/testing/database-state.ts';
import { functionsBackend } from '../testing/functions-backend.ts';
import { aroundFrames, leadsOf } from '../testing/obeying.ts';
import { completion, generated } from '../testing/provider-answers.ts';
import { json } from '../testing/provider-server.ts';

const backend = functionsBackend();
let collected = 0;
const collector = createServer((_, response) => {
  collected += 1;
  response.end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  await backend.database.execute(`
    insert into categories (name, slug) values ('Praxis', 'praxis');
    update private.settings set ai_calls_of_account = 10000, ai_calls_in_all = 10000;
    create schema readings;
    create table readings.texts (text text);
    -- In place of the process that reads sources.
    create function readings.read_at_once() returns trigger language plpgsql as $$
    begin
      new.state := 'read';
      new.text := (select t.text from readings.texts t);
      return new;
    end $$;
    create trigger read_at_once before insert on public.sources for each row execute function readings.read_at_once();
  `);
});
beforeEach(() => {
  collected = 0;
});
afterAll(() => void collector.close());

const SOURCE = 'https://quelle.example/a';

/** The obeyed text leads to a server of the test, which sees when somebody asks it. */
const withCollector = (text: string) =>
  text.replaceAll(`https://${COLLECTOR}`, `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);

/** What the readers of sources and files make of an injection, which their own tests compare. */
const readAs = ({ name }: Injection): string => (readTexts as Readonly<Record<string, string>>)[name] ?? HARMLESS;

interface Outcome {
  /** What is stored of what the model wrote. */
  readonly written: string;
  /** Addresses that may be in it. */
  readonly listed: readonly string[];
}

async function writeArticle(injection: Injection): Promise<Outcome> {
  const { place, text, obeyed } = injection;
  await backend.database.query('delete from readings.texts');
  await backend.database.query('insert into readings.texts values ($1)', [readAs(injection)]);
  const content = withCollector(obeyed);
  const quotes = [{ source: 1, sentence: content, quote: content }];
  const answer = json(200, generated(JSON.stringify({ content, excerpt: content, quotes })));
  const url = place === 'address' ? text : SOURCE;
  const source = place === 'title' ? { url, title: text } : url;
  const { status, post } = await backend.write(answer, { title: 'Titel', sources: [source] });
  expect(status).toBe(200);
  return {
    written: `${post?.excerpt}\n\n${post?.content}`,
    listed: [new URL(url).href, url.replace(/\s/g, encodeURIComponent)],
  };
}

async function findIdeas(injection: Injection): Promise<Outcome> {
  const { place, text, obeyed } = injection;
  const fileContent = readAs(injection);
  const filename = place === 'filename' ? text : 'notizen.docx';
  const written = withCollector(obeyed);
  const idea = { title: written, description: written, mehrwert: written, sources: [/https?:\S+/.exec(written)?.[0]] };
  const answer = json(200, generated(JSON.stringify([idea])));
  const { status, end } = await backend.run('blog-ideas', { fileContent, filename }, answer);
  expect(status).toBe(200);
  const { items } = end.output_data as { items: Record<string, unknown>[] };
  expect(items.flatMap(({ sources }) => sources ?? [])).toEqual([]);
  return {
    written: items.map(({ title, description, mehrwert }) => [title, description, mehrwert].join('\n\n')).join(),
    listed: [],
  };
}

async function searchFor({ text, obeyed }: Injection): Promise<Outcome> {
  const more = { search_results: [{ url: SOURCE, title: text }], related_questions: [text] };
  const { status, end } = await backend.search(json(200, completion(withCollector(obeyed), more)));
  expect(status).toBe(200);
  const output = end.output_data as Readonly<Record<string, unknown>>;
  expect(output.citations).toEqual([SOURCE]);
  const titles = JSON.stringify([output.search_results, output.related_questions]);
  expect(titles).not.toContain('\\n');
  expect(titles).not.toMatch(HIDDEN);
  return { written: String(output.content), listed: [SOURCE] };
}

const ways: Readonly<Record<Place, (injection: Injection) => Promise<Outcome>>> = {
  page: writeArticle,
  pdf: writeArticle,
  title: writeArticle,
  address: writeArticle,
  docx: findIdeas,
  filename: findIdeas,
  search: searchFor,
};

const HIDDEN = /\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/u;

const harmless = (place: Place): Injection => ({
  name: 'a harmless text',
  place,
  text: place === 'address' ? SOURCE : 'Notizen',
  obeyed: 'Text [1].',
});

/** What a call does to the database and to the provider, apart from the text that it stores. */
async function effectsOf(injection: Injection) {
  await backend.database.execute('delete from public.trail');
  const countPosts = async () => (await backend.database.query('select from public.posts')).length;
  const state = () => databaseState(backend.database, ['public', 'private', 'shipping', 'auth', 'storage']);
  const [before, posts] = [await state(), await countPosts()];
  const { written, listed } = await ways[injection.place](injection);
  expect((await countPosts()) - posts).toBeLessThanOrEqual(1);
  const changed = Object.entries(await state()).flatMap(([name, hash]) => (before[name] === hash ? [] : [name]));
  const { received } = backend.provider;
  const [call] = received;
  const isGemini = injection.place !== 'search';
  const { outside: sent, inside } = isGemini && call ? aroundFrames(call) : { outside: call?.body, inside: '' };
  return { effects: { sent, changed, asked: received.map(({ path }) => path) }, inside, written, listed };
}

const baselines = new Map<Place, unknown>();

/** The effects of a harmless text. The first call of an account writes more. */
async function baselineOf(place: Place): Promise<unknown> {
  if (!baselines.has(place)) {
    await effectsOf(harmless(place));
    baselines.set(place, (await effectsOf(harmless(place))).effects);
  }
  return baselines.get(place);
}

test('injections are 40 at least, in German and English, and in each place', () => {
  expect(injections.length).toBeGreaterThanOrEqual(40);
  expect(new Set(injections.map(({ place }) => place))).toEqual(new Set(Object.keys(ways)));
});

describe('is not followed, though the model obeys', () => {
  test.each(injections.map((injection) => [injection.place, injection.name, injection] as const))(
    '%s: %s',
    async (place, _name, injection) => {
      const baseline = await baselineOf(place);
      const { effects, inside, written, listed } = await effectsOf(injection);
      expect(effects).toEqual(baseline);
      expect(Object.keys(effects.sent as object)).not.toContain('tools');
      expect(JSON.stringify(effects.sent)).not.toMatch(HIDDEN);
      expect(inside).not.toMatch(HIDDEN);
      expect(leadsOf(written).filter((lead) => !listed.includes(lead))).toEqual([]);
      expect(written).not.toMatch(HIDDEN);
      expect(collected).toBe(0);
    },
  );
});
