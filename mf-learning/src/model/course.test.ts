import { formatDuration } from '@ki/shared/format/durations.ts';
import { expect, test } from 'vitest';
import { type Course, durationOf, type Module, parseProgress, statusOf } from './course.ts';
import { courseNodes } from './metadata.ts';

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

test('a course of one module takes as long as the module, on the page and in structured data', () => {
  const lessons = ['a', 'b', 'c'].map((id) => ({ id, title: id, duration: '00:10:40', type: 'text' as const }));
  const module = { id: 'm', title: 'Modul', description: '', lessons };
  const course: Course = {
    id: 'k',
    title: 'Kurs',
    slug: 'kurs',
    description: '',
    picture: null,
    category: null,
    level: 'beginner',
    duration: '00:32:00',
    moduleCount: 1,
    lessonCount: 3,
    enrolled: 0,
    modules: [module],
  };
  expect([course.duration, durationOf(module)].map(formatDuration)).toEqual(['32m', '32m']);
  const [node] = courseNodes(course, 'https://lernen.example');
  expect(node).toMatchObject({
    hasCourseInstance: { courseWorkload: 'PT32M' },
    syllabusSections: [{ timeRequired: 'PT32M' }],
  });
});
