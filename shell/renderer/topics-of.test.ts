import { expect, test } from 'vitest';
import { topicsOf } from './topics-of.ts';

const asked = (path: string) => topicsOf(`http://127.0.0.1:1/rest/v1/${path}`);

test.each([
  ['a table', 'posts?select=id,title&slug=eq.x', ['posts']],
  ['a view', 'shown_ads', ['ads']],
  ['what a table embeds', 'posts?select=title,category:categories(name)', ['posts', 'categories']],
  ['what is embedded below', 'courses?select=*,course_categories!inner(name),modules(lessons(id))', ['courses']],
  ['another table by its key', 'ads?select=workshops!ads_workshop_id_fkey(title)', ['ads', 'workshops']],
  ['what is spread', 'posts?select=...categories(name)', ['posts', 'categories']],
  ['what filters only', 'categories?select=name,posts()', ['categories', 'posts']],
  ['how many there are', 'categories?select=name,posts(count)', ['categories', 'posts']],
  ['an aggregate, which is no table', 'posts?select=count(),id.max()', ['posts']],
  ['a function', 'rpc/search?query=x', ['posts', 'workshops', 'courses', 'matrix']],
])('%s is read', (_what, path, topics) => expect(asked(path)).toEqual(topics));

test.each([
  ['a table of staff', 'prompts?select=id'],
  ['a table that is not known', 'new_things'],
  ['an embedded one that is not known', 'posts?select=id,new_things(id)'],
  ['a function that is not known', 'rpc/new_thing'],
  ['a function with the name of a table', 'rpc/posts'],
  ['what every object has', 'constructor'],
  ['something else than tables and functions', '../auth/v1/settings'],
])('of %s nobody tells', (_what, path) => expect(asked(path)).toBeNull());
