import { describe, expect, test } from 'vitest';
import type { Module } from './course.ts';
import { parseProgress, standingOf, withCourse } from './progress.ts';

describe('what was stored', () => {
  test.each([null, '', '{', '[]', '3', 'null', '"x"', '{"a":3}', '{"a":[1]}'])('%s is no progress', (stored) =>
    expect(parseProgress(stored)).toEqual({}),
  );
  test('keeps what can be read', () => expect(parseProgress('{"a":["1"],"b":0}')).toEqual({ a: ['1'] }));
});

test('a course that begins again leaves nothing behind, the others stay', () =>
  expect(withCourse({ a: ['1'], b: ['2'] }, 'a', [])).toEqual({ b: ['2'] }));

test('a lesson is done once', () => expect(withCourse({}, 'a', ['1', '1'])).toEqual({ a: ['1'] }));

describe('how far one is', () => {
  const module = (...ids: string[]): Module => ({
    id: ids.join(),
    title: '',
    description: '',
    lessons: ids.map((id) => ({ id, title: id, duration: '', type: 'text' })),
  });
  const course = { modules: [module('a', 'b'), module('c')] };
  const standing = (...done: string[]) => {
    const { next, ...counts } = standingOf(course, new Set(done));
    return { ...counts, next: next?.id };
  };
  test('at the beginning', () => expect(standing()).toEqual({ done: 0, total: 3, next: 'a' }));
  test('goes on at the first lesson that is open', () =>
    expect(standing('a', 'c')).toEqual({ done: 2, total: 3, next: 'b' }));
  test('at the end the first lesson comes again', () =>
    expect(standing('a', 'b', 'c')).toEqual({ done: 3, total: 3, next: 'a' }));
  test('a lesson that was removed does not count', () =>
    expect(standing('gone')).toEqual({ done: 0, total: 3, next: 'a' }));
  test('a course without lessons has no next one', () =>
    expect(standingOf({ modules: [] }, new Set())).toEqual({ done: 0, total: 0, next: undefined }));
});
