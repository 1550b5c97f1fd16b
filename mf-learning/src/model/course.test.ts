import { expect, test } from 'vitest';
import { type Module, parseProgress, statusOf } from './course.ts';

test.each([null, '', '{', '[]', '3', 'null', '"x"', '{"a":3}', '{"a":[1]}'])('stored %j is no progress', (stored) =>
  expect(parseProgress(stored)).toEqual({}),
);

const module = (...ids: string[]): Module => ({
  ...{ id: ids.join(), title: '', description: '' },
  lessons: ids.map((id) => ({ id, title: id, duration: '', type: 'text' })),
});

test.each([
  ['none is done', '', 0, 'a'],
  ['some are done', 'ac', 2, 'b'],
  ['all are done', 'abc', 3, 'a'],
  ['one was removed', 'x', 0, 'a'],
])('a course of which %s continues at the first lesson that is left', (_, done, count, next) => {
  const status = statusOf({ modules: [module('a', 'b'), module('c')] }, new Set(done));
  expect({ ...status, next: status.next?.id }).toEqual({ done: count, total: 3, next });
});
