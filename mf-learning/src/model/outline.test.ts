import { describe, expect, test } from 'vitest';
import type { Module } from './course.ts';
import { durationOf, placeOf } from './outline.ts';

const module = (id: string, ...lessons: string[]): Module => ({
  id,
  title: id,
  description: '',
  lessons: lessons.map((lesson) => ({ id: lesson, title: lesson, duration: '00:40:00', type: 'text' })),
});

const course = { modules: [module('I', 'a', 'b'), module('II'), module('III', 'c')] };
const around = (id: string) => {
  const place = placeOf(course, id);
  return place && [place.previous?.id, place.moduleNumber, place.next?.id];
};

describe('the neighbours of a lesson', () => {
  test('the first one has none before it', () => expect(around('a')).toEqual([undefined, 1, 'b']));
  test('are found across modules, empty ones too', () => {
    expect(around('b')).toEqual(['a', 1, 'c']);
    expect(around('c')).toEqual(['b', 3, undefined]);
  });
  test('a lesson of another course has no place', () => expect(around('x')).toBeNull());
});

test('a module takes as long as its lessons together', () => {
  expect(durationOf(module('I', 'a', 'b'))).toBe('01:20:00');
  expect(durationOf(module('II'))).toBe('00:00:00');
});
