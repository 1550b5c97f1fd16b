import { formatDuration } from '@ki/shared/format/durations.ts';
import { expect, test } from 'vitest';
import { type Course, durationOf } from './course.ts';
import { courseNodes } from './metadata.ts';

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
