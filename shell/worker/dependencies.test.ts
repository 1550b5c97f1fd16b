import { beforeEach, expect, test } from 'vitest';
import { temporaryServer } from '../server/testing/temporary.ts';
import { cacheTagsOf, collectDependencies, trackingFetch } from './dependencies.ts';

let origin: string;
beforeEach(async () => {
  // Responds with the status that the filter in the address names.
  origin = await temporaryServer((request, response) => {
    response.writeHead(Number(/status=(\d+)/.exec(request.url ?? '')?.[1] ?? 200)).end('[]');
  });
});

async function tagsAfter(...paths: readonly string[]) {
  const dependencies = collectDependencies();
  const ask = trackingFetch(fetch, () => [dependencies]);
  for (const path of paths) await ask(`${origin}/rest/v1/${path}`).then((answer) => answer.text());
  return dependencies.tags();
}

test.each([200, 400, 406, 416])('a response with status %s depends on the content', async (status) => {
  expect(await tagsAfter(`posts?status=${status}`)).toEqual(['posts']);
});

test.each([408, 429, 500, 503])('a response with status %s makes the dependencies unknown', async (status) => {
  expect(await tagsAfter(`posts?status=${status}`, 'categories')).toBeNull();
});

test('a query without a response makes the dependencies unknown', async () => {
  const dependencies = collectDependencies();
  await expect(trackingFetch(fetch, () => [dependencies])('http://127.0.0.1:1/rest/v1/posts')).rejects.toThrow();
  expect(dependencies.tags()).toBeNull();
});

test('a query belongs to the calls that were in flight when it was sent', async () => {
  const [early, late] = [collectDependencies(), collectDependencies()];
  let concerned = [early];
  const asked = trackingFetch(fetch, () => concerned)(`${origin}/rest/v1/posts?status=500`);
  concerned = [late];
  await asked;
  expect([early.tags(), late.tags()]).toEqual([null, []]);
});

const tagsOf = (path: string) => cacheTagsOf(`http://127.0.0.1:1/rest/v1/${path}`);

test.each([
  ['a table', 'posts?select=id,title&slug=eq.x', ['posts']],
  ['a view', 'shown_ads', ['ads']],
  ['an embedded table', 'posts?select=title,category:categories(name)', ['posts', 'categories']],
  ['a table that is nested below', 'courses?select=*,course_categories!inner(name),modules(lessons(id))', ['courses']],
  ['another table by its key', 'ads?select=workshops!ads_workshop_id_fkey(title)', ['ads', 'workshops']],
  ['a spread table', 'posts?select=...categories(name)', ['posts', 'categories']],
  ['a table that only filters', 'categories?select=name,posts()', ['categories', 'posts']],
  ['a count of an embedded table', 'categories?select=name,posts(count)', ['categories', 'posts']],
  ['an aggregate, which is no table', 'posts?select=count(),id.max()', ['posts']],
  ['a function', 'rpc/search?query=x', ['posts', 'pages', 'workshops', 'courses', 'matrix']],
])('%s has cache tags', (_what, path, tags) => expect(tagsOf(path)).toEqual(tags));

test.each([
  ['a table of staff', 'prompts?select=id'],
  ['an unknown table', 'new_things'],
  ['an unknown embedded table', 'posts?select=id,new_things(id)'],
  ['an unknown function', 'rpc/new_thing'],
  ['a function with the name of a table', 'rpc/posts'],
  ['a property of every object', 'constructor'],
  ['a path outside of the data API', '../auth/v1/settings'],
])('%s has no known cache tags', (_what, path) => expect(tagsOf(path)).toBeNull());
