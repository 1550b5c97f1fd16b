import { expect, expectTypeOf, test } from 'vitest';
import { address } from './paths.ts';

const lesson = address('/courses/:courseSlug/lessons/:lessonId');

test('an address is a pattern for routes and a builder of links', () => {
  expect(lesson.pattern).toBe('/courses/:courseSlug/lessons/:lessonId');
  expect(lesson({ courseSlug: 'ki', lessonId: '7' })).toBe('/courses/ki/lessons/7');
});

test('parameters stay in their segment', () => {
  expect(lesson({ courseSlug: 'a/b?c#d', lessonId: 'ü $& :courseSlug' })).toBe(
    '/courses/a%2Fb%3Fc%23d/lessons/%C3%BC%20%24%26%20%3AcourseSlug',
  );
});

test('a link takes the parameters of its pattern', () => {
  expectTypeOf(lesson).parameter(0).toEqualTypeOf<Readonly<Record<'courseSlug' | 'lessonId', string>>>();
});
