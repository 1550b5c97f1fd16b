import type { DatabaseReads } from '@ki/shared/contract/database-reads.ts';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import type { Role } from './change.ts';
import { lostReads } from './lost-reads.ts';
import { type Readable, readableIn } from './readable.ts';

let database: TestDatabase;
let owner: Sql;
let unchanged: Readable;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
  owner = database.connect(1);
  unchanged = await readable();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await owner.unsafe('begin');
});
afterEach(async () => {
  await owner.unsafe('rollback');
});

const readable = () => readableIn({ query: async (sql) => [...(await owner.unsafe(sql))] as never });

/** A release reads posts with their category, finds the newest ones and counts them. */
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

const COUNTS = 'returns integer language sql as $$ select 1 $$';
const dropPolicies = (table: string, ...commands: readonly string[]) =>
  `do $$ declare p record; begin
     for p in select policyname from pg_policies where tablename = '${table}' and cmd = any ('{${commands}}') loop
       execute format('drop policy %I on ${table}', p.policyname);
     end loop;
   end $$`;
const BY_TOPIC = { count_posts: { calls: [['topic']], columns: ['*'] } };
const SECOND_KEY = 'alter table posts add column second_category uuid references categories (id)';

async function lostBy(sql: string, given: Partial<DatabaseReads> = {}, role: Role = 'anon', before = unchanged) {
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
  ['a text of another length', 'alter table categories alter column name type varchar(200)'],
  ['a function of the same name that takes other calls', `create function public.count_posts(day date) ${COUNTS}`],
  [
    'a table that becomes a view',
    'alter table categories rename to topics; create view categories with (security_invoker = true) as select * from topics; grant select on categories to anon',
  ],
  [
    'a table out of the API that joins two others',
    'create table private.topics_of_posts (post uuid references posts (id), category uuid references categories (id), primary key (post, category))',
  ],
  [
    'a view of another view',
    'create view public.inner_ads with (security_invoker = true) as select * from ads; grant select on inner_ads to anon; create or replace view shown_ads with (security_invoker = true) as select id, type, subtitle, description, cta_text, cta_url, title as offer_title from inner_ads',
  ],
  [
    'a view that reads with the rights of its owner',
    'alter view shown_ads set (security_invoker = false); revoke select on ads from anon',
  ],
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
  ['the last policy for reading', dropPolicies('categories', 'SELECT'), ['anon may no longer read table categories']],
  ['a dropped table', 'drop view shown_ads', ['table shown_ads is gone']],
  [
    'a dropped foreign key',
    'alter table posts drop constraint posts_category_id_fkey',
    ['the foreign key between posts and categories is gone'],
  ],
  [
    'a text that becomes a date',
    'alter table categories drop column name cascade; alter table categories add column name date; grant select on categories to anon',
    ['column categories.name was a text and is a value of type date'],
  ],
  [
    'a second foreign key',
    SECOND_KEY,
    ['posts and categories have several foreign keys: posts_category_id_fkey, posts_second_category_fkey'],
  ],
  [
    'a foreign key that is turned',
    'alter table posts drop constraint posts_category_id_fkey; alter table categories add column post_id uuid references posts (id)',
    ['categories within posts was one object and is a list'],
  ],
  [
    'a table that joins the two in another way',
    'create table public.topics_of_posts (post uuid references posts (id), category uuid references categories (id), primary key (post, category))',
    [
      'posts and categories have several foreign keys: posts_category_id_fkey, topics_of_posts_post_fkey and topics_of_posts_category_fkey',
    ],
  ],
  [
    'a right to the table of a view that reads with the rights of the reader',
    'revoke select on ads from anon',
    ['anon may no longer read table shown_ads'],
  ],
  [
    'a right to one column in such a view',
    'revoke select on courses from anon; grant select (id, title) on courses to anon',
    ['anon may no longer read table shown_ads'],
  ],
  ['the policy of a table in such a view', dropPolicies('ads', 'SELECT'), ['anon may no longer read table shown_ads']],
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
    'another function that takes the same calls',
    `create function public.count_posts(category_slug text default null, more text default null) ${COUNTS}`,
    ['several functions count_posts take (category_slug)'],
  ],
  [
    'another function that takes the same recorded call, whoever may call it',
    'create function public.picture_copies(addresses text[], size integer default 1) returns integer language sql as $$ select 1 $$; revoke execute on function public.picture_copies(text[], integer) from public',
    ['several functions picture_copies take (addresses)'],
  ],
  [
    'an argument of another type',
    `drop function public.count_posts(text); create function public.count_posts(category_slug integer default null) ${COUNTS}`,
    ['function count_posts took category_slug as text and takes integer'],
  ],
  [
    'a list of another type in a recorded call',
    'alter function public.picture_copies(text[]) rename to former; create function public.picture_copies(addresses integer[]) returns table (address text, hash text, content_type text, width integer, height integer) language sql as $$ select null, null, null, 1, 1 $$',
    ['function picture_copies took addresses as text[] and takes integer[]'],
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

test('staff pages lose what accounts may no longer read', async () => {
  const sql = 'revoke select on drafts from authenticated; revoke select on posts from anon';
  const lost = await lostBy(
    sql,
    { tables: { drafts: ['*'], posts: ['id'] }, embedded: {}, functions: {} },
    'authenticated',
  );
  expect(lost).toEqual(['authenticated may no longer read table drafts']);
});

test('a function counts with all its calls where it took none of those that are recorded', async () => {
  expect(await lostBy('drop function public.count_posts(text)', { functions: BY_TOPIC })).toEqual([
    'function count_posts is gone',
  ]);
});

test('a release for a later schema loses nothing', async () => {
  const sql = `drop function public.count_posts(text); create function public.count_posts(topic text) ${COUNTS}`;
  expect(await lostBy(sql, { functions: BY_TOPIC })).toEqual([]);
});

test('a list that becomes one object is taken away, and keys that a release names are compared by name', async () => {
  const embedded = { courses: ['modules'], posts: ['categories'] };
  const given = { tables: { courses: ['id'], modules: ['id'] }, embedded, functions: {} };
  expect(await lostBy('alter table modules add unique (course_id)', given)).toEqual([
    'modules within courses was a list and is one object',
  ]);
  await owner.unsafe(SECOND_KEY);
  const before = await readable();
  const third = 'alter table posts add column third uuid references categories (id)';
  expect(await lostBy(third, given, 'anon', before)).toEqual([]);
  expect(await lostBy('alter table posts drop column second_category', given, 'anon', before)).toEqual([
    'the foreign key between posts and categories is gone',
  ]);
});

test.each([
  ['inserting', 'revoke insert on links from authenticated', ['authenticated may no longer insert into table links']],
  [
    'one column',
    'revoke update on links from authenticated; grant update (position, address) on links to authenticated',
    ['authenticated may no longer update column links.label'],
  ],
  ['deleting', 'revoke delete on links from authenticated', ['authenticated may no longer delete from table links']],
  [
    'the policies of writes',
    dropPolicies('links', 'INSERT', 'UPDATE', 'DELETE'),
    ['insert into', 'update', 'delete from'].map((verb) => `authenticated may no longer ${verb} table links`),
  ],
  [
    'rows without a new column',
    'delete from links; alter table links add column tone text not null',
    ['a new row needs column links.tone'],
  ],
  ['no row without a column that has a default', "alter table links add column tone text not null default 'x'", []],
])('staff pages lose writes: %s', async (_what, sql, lost) => {
  const links = { tables: { links: ['id', 'label'] }, embedded: {}, functions: {} };
  expect(await lostBy(sql, links, 'authenticated')).toEqual(lost);
});
