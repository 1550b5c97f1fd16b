import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { databaseState } from './database-state.ts';
import { faults, importer, outcomes, stage } from './import-calls.ts';

let backend: PolicyBackend;
let posts: ReturnType<typeof importer>;

beforeAll(async () => {
  backend = await startPolicyBackend();
  posts = importer(backend.as.staff, 'posts');
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

const entry = (slug: string, more: Readonly<Record<string, unknown>> = {}) => ({
  place: `${slug}.md`,
  title: `Titel ${slug}`,
  slug,
  content: 'Text',
  ...more,
});

const stored = (columns = 'slug') =>
  backend.owner.query(`select ${columns} from public.posts where slug like 'neu%' order by slug`);

/** Everything but the staged rows. */
async function content() {
  const { 'private.import_rows': _, ...others } = await databaseState(backend.owner);
  return others;
}

test('a check writes no content and says what an import would do', async () => {
  const before = await content();
  const report = await posts.check([
    entry('neu-1', { category: 'Neues', new_category_slug: 'neues' }),
    entry('entwurf', { title: 'Entwurf', content: 'Noch mehr über Prüfungen.' }),
    entry('geplant'),
  ]);
  expect(outcomes(report)).toEqual(['create', 'unchanged', 'wrong']);
  expect(report).toMatchObject({ creates: ['category Neues'], done: false });
  expect(await content()).toEqual(before);
});

test('an import writes rows with their category, draft and date in Zurich, and deletes the staged ones', async () => {
  const { done } = await posts.run([
    entry('neu-1', { published_at: '2026-03-01 10:00', author: 'Ada', excerpt: 'Kurz', category: 'praxis' }),
    entry('neu-2', { published_at: '2031-07-01', category: 'Neues', new_category_slug: 'neues' }),
    entry('neu-3', { published_at: null, category: 'Neues', new_category_slug: 'neues' }),
  ]);
  expect(done).toBe(true);
  const columns = `slug, title, author, excerpt, (published_at at time zone 'UTC')::text as utc,
    (select c.name from public.categories c where c.id = category_id) as category`;
  expect(await stored(columns)).toEqual([
    {
      slug: 'neu-1',
      title: 'Titel neu-1',
      author: 'Ada',
      excerpt: 'Kurz',
      utc: '2026-03-01 09:00:00',
      category: 'Praxis',
    },
    {
      slug: 'neu-2',
      title: 'Titel neu-2',
      author: '',
      excerpt: null,
      utc: '2031-06-30 22:00:00',
      category: 'Neues',
    },
    { slug: 'neu-3', title: 'Titel neu-3', author: '', excerpt: null, utc: null, category: 'Neues' },
  ]);
  expect(await backend.owner.query('select from private.import_rows')).toEqual([]);
});

test('the history knows an import as one change set of its account', async () => {
  await posts.run([entry('neu-1'), entry('neu-2')]);
  const entries = await backend.owner.query<{ act: string; actor_id: string }>(
    "select act, actor_id from public.trail where title like 'Titel neu%'",
  );
  expect(entries).toHaveLength(2);
  expect(new Set(entries.map(({ act }) => act)).size).toBe(1);
  expect(entries.map(({ actor_id }) => actor_id)).toEqual([backend.staff.id, backend.staff.id]);
});

test('one wrong row among 500 leaves nothing, and without it the others are imported', async () => {
  const entries = Array.from({ length: 500 }, (_, number) => entry(`neu-${number}`));
  entries[250] = entry('neu-250', { content: ' ' });
  expect(await posts.run(entries)).toMatchObject({ done: false });
  expect(await stored()).toEqual([]);
  expect(await posts.run(entries, { leaveOut: true })).toMatchObject({ done: true });
  expect(await stored()).toHaveLength(499);
});

test.each([
  ['a missing title', { title: '\t' }, 'title: nothing found; expected a text.'],
  ['a missing slug', { slug: '' }, 'slug: nothing found; expected an address such as my-post.'],
  [
    'a slug with a slash',
    { slug: 'a/b' },
    'slug: found “a/b”; expected an address without blanks and without / ? # % \\.',
  ],
  ['a missing content', { content: undefined }, 'content: nothing found; expected a text.'],
  [
    'a word that PostgreSQL takes for a date',
    { published_at: 'tomorrow' },
    'date: found “tomorrow”; expected a date such as 2026-03-01 or 2026-03-01T10:00:00+01:00.',
  ],
  [
    'a day that does not exist',
    { published_at: '2026-02-30' },
    'date: found “2026-02-30”; expected a date such as 2026-03-01 or 2026-03-01T10:00:00+01:00.',
  ],
  [
    'a category without an address',
    { category: '?!', new_category_slug: '' },
    'category: found “?!”; expected a name with a letter or a digit, for its address.',
  ],
  [
    'a category whose address another one has',
    { category: 'Praxis!', new_category_slug: 'praxis' },
    'category: found “Praxis!”, whose address “praxis” another category has; expected a field category_slug with an address of its own.',
  ],
  ['what the browser found', { faults: ['This is no YAML.'] }, 'This is no YAML.'],
])('%s is wrong, in words', async (_, wrong, fault) => {
  expect(faults(await posts.check([entry('neu-1', wrong)]))).toEqual([fault]);
});

test('a slug that is there twice is wrong the second time', async () => {
  const report = await posts.check([entry('neu-1'), entry('neu-1', { place: 'zwei.md' })]);
  expect(outcomes(report)).toEqual(['create', 'wrong']);
  expect(faults(report)).toEqual(['slug: found “neu-1”, which neu-1.md has already; expected each address once.']);
});

describe('a post that exists', () => {
  const changed = entry('veroeffentlicht', { title: 'Anders' });

  test('is wrong without the choice to update it', async () => {
    expect(faults(await posts.check([changed]))).toEqual([
      'slug: found “veroeffentlicht”, which the post “Veröffentlicht” has already; expected a free address, or the choice to update what exists.',
    ]);
  });

  test('is updated by choice and keeps what the file does not name', async () => {
    const report = await posts.run([changed], { update: true });
    expect(outcomes(report)).toEqual(['update']);
    expect(
      await backend.owner.query(
        "select title, content, author, category_id is not null as has_category, published_at < now() as is_public from public.posts where slug = 'veroeffentlicht'",
      ),
    ).toEqual([{ title: 'Anders', content: 'Text', author: 'Redaktion', has_category: true, is_public: true }]);
  });

  test('loses what the file empties', async () => {
    const empty = { category: null, author: null, published_at: null, excerpt: null };
    await posts.run([entry('veroeffentlicht', empty)], { update: true });
    expect(
      await backend.owner.query(
        "select author, category_id, published_at, excerpt from public.posts where slug = 'veroeffentlicht'",
      ),
    ).toEqual([{ author: '', category_id: null, published_at: null, excerpt: null }]);
  });

  test('that somebody saved since the check stops the import, which shows the new state', async () => {
    const id = await stage(backend.as.staff, [changed, entry('neu-1')]);
    const { plan } = await posts.report(id, { update: true });
    await backend.as.staff.from('posts').update({ title: 'Meins' }).eq('slug', 'veroeffentlicht');
    const next = await posts.report(id, { update: true }, plan);
    expect(next.done).toBe(false);
    expect(next.plan).not.toBe(plan);
    expect(await stored()).toEqual([]);
    expect(await posts.report(id, { update: true }, next.plan)).toMatchObject({ done: true });
  });
});

test('of two categories with one name each post keeps its own, known by its slug', async () => {
  const twin = (slug: string) => ({ category: 'Doppelt', category_slug: slug, new_category_slug: slug });
  const { creates } = await posts.run([entry('neu-1', twin('doppelt')), entry('neu-2', twin('doppelt-2'))]);
  expect(creates).toEqual(['category Doppelt']);
  const columns = '(select c.slug from public.categories c where c.id = category_id) as category';
  expect(await stored(columns)).toEqual([{ category: 'doppelt' }, { category: 'doppelt-2' }]);
});
