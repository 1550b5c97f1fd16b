import { describe, expect, test } from 'vitest';
import type { Module } from './course.ts';
import { durationOf, positionOf } from './course.ts';

const module = (id: string, ...lessons: string[]): Module => ({
  id,
  title: id,
  description: '',
  lessons: lessons.map((lesson) => ({ id: lesson, title: lesson, duration: '00:40:00', type: 'text' })),
});

const course = { modules: [module('I', 'a', 'b'), module('II'), module('III', 'c')] };
const around = (id: string) => {
  const place = positionOf(course, id);
  return place && [place.previous?.id, place.moduleNumber, place.next?.id];
};

describe('the neighbours of a lesson', () => {
  test('the first lesson has none before it', () => expect(around('a')).toEqual([undefined, 1, 'b']));
  test('are found across modules, empty ones too', () => {
    expect(around('b')).toEqual(['a', 1, 'c']);
    expect(around('c')).toEqual(['b', 3, undefined]);
  });
  test('are null for a lesson of another course', () => expect(around('x')).toBeNull());
});

test('the duration of a module is the sum of its lessons', () => {
  expect(durationOf(module('I', 'a', 'b'))).toBe('01:20:00');
  expect(durationOf(module('II'))).toBe('00:00:00');
});
