import { expect, test } from 'vitest';
import { z } from 'zod';
import { readContent } from './content.ts';
import { ContentError, checked, References, stableId } from './references.ts';

const content = readContent();

test('there is enough to use every screen', () => {
  const { posts, courses, prompts, workflows } = content;
  expect(posts.some((post) => post.draft)).toBe(true);
  expect(posts.some((post) => !post.draft && post.days < 0)).toBe(true);
  expect(courses.filter(({ published }) => !published)).toHaveLength(1);
  expect(new Set(courses.map(({ level }) => level)).size).toBe(3);
  const lessons = courses.flatMap(({ modules }) => modules.flatMap((module) => module.lessons));
  expect(lessons.some(({ transcript }) => transcript)).toBe(true);
  expect(lessons.some(({ captions }) => captions?.startsWith('WEBVTT'))).toBe(true);
  expect(new Set(prompts.map(({ workflow_type }) => workflow_type)).size).toBe(2);
  expect(new Set(workflows.map(({ status }) => status))).toEqual(new Set(['completed', 'failed', 'pending']));
});

test.each(['categories', 'target_groups', 'levels'] as const)('no name of the matrix %s contains another', (axis) => {
  const names = content.matrix[axis].map(({ name }) => name);
  for (const name of names) {
    expect(names.filter((other) => other.includes(name))).toEqual([name]);
  }
});

test('the error for invalid content names file and field', () => {
  const schema = z.strictObject({ modules: z.array(z.strictObject({ title: z.string() })) });
  expect(() => checked(schema, { modules: [{ title: 1 }] }, 'courses/x/course.yaml')).toThrow(
    /supabase\/seed\/courses\/x\/course\.yaml: modules\.0\.title: /,
  );
});

test('the error for an unknown reference names file and field', () => {
  const category = new References('post category', ['praxis'], 'categories.yaml');
  expect(() => category.idOf('praxsi', 'posts/a.md', 'category')).toThrow(
    new ContentError('posts/a.md', 'category', 'there is no post category named praxsi'),
  );
});

test('ids are UUIDs that stay the same', () => {
  expect(stableId('post', 'hallo')).toBe(stableId('post', 'hallo'));
  expect(stableId('post', 'hallo')).not.toBe(stableId('course', 'hallo'));
  expect(stableId('post', 'hallo')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
