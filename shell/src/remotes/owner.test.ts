import type { PublicRemote } from '@ki/shared/contract/registry.ts';
import { expect, test } from 'vitest';
import { ownerOf } from './owner.ts';

const remote = (...routes: string[]): PublicRemote => ({
  version: '1',
  entry: '',
  integrity: '',
  staffOnly: false,
  routes,
});
const remotes = {
  'mf-blog': remote('/', '/post/:slug'),
  'mf-learning': remote('/courses/:slug', '/courses/:courseSlug/lessons/:lessonId'),
  'mf-admin': remote('/admin/*'),
};

test.each([
  ['/', 'mf-blog'],
  ['/post/hallo', 'mf-blog'],
  ['/courses/ki', 'mf-learning'],
  ['/courses/ki/lessons/1', 'mf-learning'],
  ['/admin', 'mf-admin'],
  ['/admin/posts/new', 'mf-admin'],
])('%s belongs to %s', (pathname, owner) => expect(ownerOf(remotes, pathname)).toBe(owner));

test.each(['/post', '/post/a/b', '/nirgends', '/administration'])('no remote owns %s', (pathname) =>
  expect(ownerOf(remotes, pathname)).toBeUndefined(),
);
