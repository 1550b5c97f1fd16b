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
  'mf-blog': remote('/', '/post/:slug', '/:slug'),
  'mf-learning': remote('/courses/:slug', '/courses/:courseSlug/lessons/:lessonId'),
  'mf-admin': remote('/admin/*'),
};

test.each([
  ['/', 'mf-blog'],
  ['/post/hallo', 'mf-blog'],
  ['/courses/ki', 'mf-learning'],
  ['/courses/ki/lessons/1', 'mf-learning'],
  ['/nirgends', 'mf-blog'],
  ['/administration', 'mf-blog'],
  ['/admin', 'mf-admin'],
  ['/admin/posts/new', 'mf-admin'],
])('%s belongs to %s', (pathname, owner) => expect(ownerOf(remotes, pathname)).toBe(owner));

test.each(['/post/a/b', '/login', '/Login', '/rss.xml', '/_data', '/_site/x'])('no remote owns %s', (pathname) =>
  expect(ownerOf(remotes, pathname)).toBeUndefined(),
);
