import { describe, expect, test } from 'vitest';
import type { Module } from './course.ts';
import { parseProgress, statusOf, withCourse } from './progress.ts';

describe('stored progress', () => {
  test.each([null, '', '{', '[]', '3', 'null', '"x"', '{"a":3}', '{"a":[1]}'])('is empty for %s', (stored) =>
    expect(parseProgress(stored)).toEqual({}),
  );
  test('keeps its valid entries', () => expect(parseProgress('{"a":["1"],"b":0}')).toEqual({ a: ['1'] }));
});

test('restarting a course removes its entry and keeps the others', () =>
  expect(withCourse({ a: ['1'], b: ['2'] }, 'a', [])).toEqual({ b: ['2'] }));

test('a lesson is stored once', () => expect(withCourse({}, 'a', ['1', '1'])).toEqual({ a: ['1'] }));

describe('progress in a course', () => {
  const module = (...ids: string[]): Module => ({
    id: ids.join(),
    title: '',
    description: '',
    lessons: ids.map((id) => ({ id, title: id, duration: '', type: 'text' })),
  });
  const course = { modules: [module('a', 'b'), module('c')] };
  const status = (...done: string[]) => {
    const { next, ...counts } = statusOf(course, new Set(done));
    return { ...counts, next: next?.id };
  };
  test('starts at the first lesson', () => expect(status()).toEqual({ done: 0, total: 3, next: 'a' }));
  test('continues at the first lesson that is not done', () =>
    expect(status('a', 'c')).toEqual({ done: 2, total: 3, next: 'b' }));
  test('returns to the first lesson when all are done', () =>
    expect(status('a', 'b', 'c')).toEqual({ done: 3, total: 3, next: 'a' }));
  test('does not count removed lessons', () => expect(status('gone')).toEqual({ done: 0, total: 3, next: 'a' }));
  test('has no next lesson in a course without lessons', () =>
    expect(statusOf({ modules: [] }, new Set())).toEqual({ done: 0, total: 0, next: undefined }));
});
