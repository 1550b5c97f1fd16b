import type { DatabaseReads } from '@ki/shared/contract/database-reads.ts';
import type { Sql } from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { lostReads, type Role } from './lost-reads.ts';
import { readableIn } from './readable.ts';

let database: TestDatabase;
let owner: Sql;
beforeEach(async () => {
  database = await createTestDatabase('migrated');
  owner = database.connect();
});
afterEach(() => database.drop());

const readable = () => readableIn({ query: async (sql) => [...(await owner.unsafe(sql))] as never });

/** What a release loses that reads posts with their category, finds the newest ones and counts them. */
const reads: DatabaseReads = {
  tables: { posts: ['excerpt', 'id', 'slug'], categories: ['name'], shown_ads: ['subtitle'], none: ['*'] },
  embedded: { posts: ['categories'] },
  functions: {
    newest_posts: { calls: [['skip', 'take']], columns: ['id', 'excerpt'] },
    count_posts: { calls: [], columns: ['*'] },
    picture_copies: { calls: [['addresses']], columns: ['*'] },
    no_function: { calls: [], columns: ['*'] },
  },
};

async function lostBy(sql: string, given: Partial<DatabaseReads> = {}, role: Role = 'anon') {
  const before = await readable();
  await owner.unsafe(sql);
  return lostReads({ ...reads, ...given }, { role, before, after: await readable() });
}

test.each([
  ['an added column', 'alter table posts add column source text; grant select (source) on posts to anon'],
  ['a column that nobody reads', 'alter table pages drop column description cascade'],
  [
    'an added argument with a default',
    'create or replace function public.count_posts(category_slug text default null, more text default null) returns integer language sql as $$ select 1 $$; drop function public.count_posts(text)',
  ],
  ['a right of another role', 'revoke select on shown_ads from authenticated'],
])('%s takes nothing away', async (_what, sql) => {
  expect(await lostBy(sql)).toEqual([]);
});

test.each([
  ['a dropped column', 'alter table categories drop column name cascade', ['column categories.name is gone']],
  ['a renamed column', 'alter table categories rename column name to title', ['column categories.name is gone']],
  [
    'a column of another type',
    'alter table posts drop column excerpt cascade; alter table posts add column excerpt jsonb; grant select on posts to anon',
    [
      'column posts.excerpt was a text and is json',
      'function newest_posts returned excerpt as a text and returns json',
    ],
  ],
  [
    'a revoked column',
    'revoke select on posts from anon; grant select (id, slug) on posts to anon',
    ['anon may no longer read column posts.excerpt'],
  ],
  ['a revoked table', 'revoke select on categories from anon', ['anon may no longer read table categories']],
  ['a dropped table', 'drop view shown_ads', ['table shown_ads is gone']],
  [
    'a dropped foreign key',
    'alter table posts drop constraint posts_category_id_fkey',
    ['the foreign key between posts and categories is gone'],
  ],
  ['a dropped function', 'drop function public.count_posts(text)', ['function count_posts is gone']],
  [
    'a revoked function',
    'revoke execute on function public.count_posts(text) from anon, public',
    ['anon may no longer call function count_posts'],
  ],
  [
    'a renamed argument',
    'drop function public.count_posts(text); create function public.count_posts(slug text default null) returns integer language sql as $$ select 1 $$',
    ['function count_posts no longer takes (category_slug)'],
  ],
  [
    'an argument that is needed',
    'drop function public.count_posts(text); create function public.count_posts(day date, category_slug text default null) returns integer language sql as $$ select 1 $$',
    ['function count_posts no longer takes (category_slug)'],
  ],
  [
    'another result',
    'drop function public.count_posts(text); create function public.count_posts(category_slug text default null) returns text language sql as $$ select 1 $$',
    ['function count_posts returned a number and returns a text'],
  ],
  [
    'a column that a function no longer returns',
    'drop function public.picture_copies(text[]); create function public.picture_copies(addresses text[]) returns table (address text, hash text, width integer, height integer) language sql as $$ select null, null, 1, 1 $$',
    ['function picture_copies no longer returns content_type'],
  ],
])('%s is taken away', async (_what, sql, lost) => {
  expect(await lostBy(sql)).toEqual(lost);
});

test('without a policy that lets a role read, a table is taken away from it alone', async () => {
  const policies =
    await owner`select policyname from pg_policies where tablename = 'categories' and cmd in ('SELECT', 'ALL') and roles && '{anon,public}'`;
  const dropped = policies.map(({ policyname }) => `drop policy "${policyname}" on categories`).join(';');
  expect(await lostBy(dropped)).toEqual(['anon may no longer read table categories']);
});

test('staff pages lose what accounts may no longer read', async () => {
  const sql = 'revoke select on drafts from authenticated; revoke select on posts from anon';
  const lost = await lostBy(
    sql,
    { tables: { drafts: ['*'], posts: ['id'] }, embedded: {}, functions: {} },
    'authenticated',
  );
  expect(lost).toEqual(['authenticated may no longer read table drafts']);
});
