import { expect, test } from 'vitest';
import { queriesIn, withNamed } from './named-in.ts';
import { readsOf } from './reads-of.ts';

const request = (address: string, body: unknown = null, method = body === null ? 'GET' : 'POST') => ({
  method,
  url: new URL(address, 'http://127.0.0.1/rest/v1/'),
  body,
});

test('columns are those that are selected, filtered and sorted by', () => {
  const { tables } = readsOf([
    request(
      'posts?select=id,name:title,size:data->>size,day::date&slug=eq.x&or=(author.imatch.x,not.and(ai.is.null,a.gt.1))',
    ),
    request('posts?select=id&order=published_at.desc.nullslast,id.asc&limit=3&offset=2'),
    request('pages?select=count()', null, 'HEAD'),
    request('trail'),
  ]);
  expect(tables).toEqual({
    posts: ['a', 'ai', 'author', 'data', 'day', 'id', 'published_at', 'slug', 'title'],
    pages: [],
    trail: ['*'],
  });
});

test('embedded tables have columns of their own, by their names and not by their aliases', () => {
  const select = 'id,module:modules!inner(id,course:courses!lessons_fk!inner(title))';
  const filters = 'module.course.slug=eq.x&module.order=order_position.asc&order=module(title)';
  const { tables, embedded } = readsOf([request(`lessons?select=${select}&${filters}`)]);
  expect(tables).toEqual({ courses: ['slug', 'title'], lessons: ['id'], modules: ['id', 'order_position', 'title'] });
  expect(embedded).toEqual({ lessons: ['modules'], modules: ['courses'] });
});

test('functions have the arguments of each call, and the columns that are read of the result', () => {
  const { functions, tables, embedded } = readsOf([
    request('rpc/newest_posts?skip=0&take=3&select=id,category:categories(name)&order=published_at.desc'),
    request('rpc/newest_posts?take=3&skip=9&category_slug=x&select=id&ai=eq.true'),
    request('rpc/read_draft', { record: '1' }),
    request('rpc/is_staff', {}),
  ]);
  expect(functions).toEqual({
    newest_posts: {
      calls: [
        ['category_slug', 'skip', 'take'],
        ['skip', 'take'],
      ],
      columns: ['ai', 'id', 'published_at'],
    },
    read_draft: { calls: [['record']], columns: ['*'] },
    is_staff: { calls: [[]], columns: ['*'] },
  });
  expect([tables, embedded]).toEqual([{ categories: ['name'] }, {}]);
});

test('a write names the columns of its rows', () => {
  expect(readsOf([request('posts?select=id', [{ title: 'x' }])]).tables).toEqual({ posts: ['id', 'title'] });
});

const recorded = readsOf([request('posts?select=id'), request('rpc/trash', { page: 1 })]);
const CODE = `a.from("posts"),a.from('drafts'),Buffer.from("hex");b.rpc("trash");b.rpc(c,"save_draft"),"no_function"`;

test('what code alone names counts with all that it has; names of no table and no function do not', () => {
  const { tables, functions } = withNamed(recorded, CODE, false);
  expect(tables).toEqual({ posts: ['id'], drafts: ['*'] });
  expect(functions).toEqual({
    trash: { calls: [['page']], columns: ['*'] },
    save_draft: { calls: [], columns: ['*'] },
  });
});

test('on staff pages all arguments of a function count that code names, since a press gives others than a loader', () => {
  const { tables, functions } = withNamed(recorded, CODE, true);
  expect(tables.posts).toEqual(['id']);
  expect(functions.trash).toEqual({ calls: [], columns: ['*'] });
});

const PRESSES = `
  a.from("sources").select("text, quotes").eq("id",n).single();
  a.from("lessons").select(\`title,\n  module:modules!inner (course:courses (slug))\`).order("order_position");
  let q=a.from("workflows").update({status:"failed"}).eq("id",n).is("started_at",null);await q.in("status",["x"]).select("id");
  a.from("pictures").delete().eq("id",e); Array.from("text").filter("x")`;

test('queries that code states count with their columns and embedded tables', () => {
  const { tables, embedded } = readsOf([request('sources?select=id'), ...queriesIn(PRESSES)]);
  expect(tables).toEqual({
    courses: ['slug'],
    lessons: ['order_position', 'title'],
    modules: [],
    pictures: ['id'],
    sources: ['id', 'quotes', 'text'],
    workflows: ['id', 'started_at', 'status'],
  });
  expect(embedded).toEqual({ lessons: ['modules'], modules: ['courses'] });
});

test.each(['c', `\`id, \${c}\``, '"id, "+c', 'c.join(",")'])(
  'a computed selection, %s, has all columns and foreign keys',
  (columns) => {
    const code = `a.from("posts").select(${columns}).eq("id",n);a.from("pages").select("id")`;
    const reads = withNamed(readsOf([request('posts?select=id'), ...queriesIn(code)]), code, true);
    expect(reads.tables).toEqual({ pages: ['id'], posts: ['*'] });
    expect(reads.embedded).toEqual({ pages: ['posts'], posts: [] });
  },
);
