import { expect, test } from 'vitest';
import { cacheTagsOf } from './dependencies.ts';

const asked = (path: string) => cacheTagsOf(`http://127.0.0.1:1/rest/v1/${path}`);

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
  ['a function', 'rpc/search?query=x', ['posts', 'workshops', 'courses', 'matrix']],
])('%s has cache tags', (_what, path, tags) => expect(asked(path)).toEqual(tags));

test.each([
  ['a table of staff', 'prompts?select=id'],
  ['an unknown table', 'new_things'],
  ['an unknown embedded table', 'posts?select=id,new_things(id)'],
  ['an unknown function', 'rpc/new_thing'],
  ['a function with the name of a table', 'rpc/posts'],
  ['a property of every object', 'constructor'],
  ['a path outside of the data API', '../auth/v1/settings'],
])('%s has no known cache tags', (_what, path) => expect(asked(path)).toBeNull());
