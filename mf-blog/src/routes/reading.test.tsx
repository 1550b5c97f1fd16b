import { given } from '@ki/shared/testing/given.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { remote } from '../module.ts';
import { backendThat } from '../testing/backend-that.ts';
import { givenPage, givenPost } from '../testing/given.ts';

test.each([
  ['/', 'No posts available yet', 'No posts available yet'],
  ['/post/einer', 'Post not found', 'Post not found'],
  ['/category/eine', 'No posts found in this category.', 'Kategorie nicht gefunden'],
  ['/impressum', 'Diese Seite kann gerade nicht gelesen werden.', 'Seite nicht gefunden'],
  ['/suche?suche=ki', 'Erneut versuchen', 'Keine Treffer für „ki“.'],
])("%s is 'Loading...', says when it cannot be read, and is read again by a retry", async (address, failed, empty) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let isDown = true;
  await backendThat(async () => {
    await released;
    return isDown ? { status: 503, body: { message: 'down' } } : { status: 200, body: [] };
  });
  renderRoute(remote.routes, address);
  expect(await screen.findByText('Loading...')).toBeTruthy();
  release();
  expect((await screen.findByRole('alert')).textContent).toContain('Die Daten konnten nicht geladen werden.');
  expect(screen.getByText(failed)).toBeTruthy();
  if (failed !== empty) expect(screen.queryByText(empty)).toBeNull();
  expect(screen.queryByText('Loading...')).toBeNull();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(await screen.findByText(empty)).toBeTruthy();
});

async function shows(address: string, text: string): Promise<void> {
  const { unmount } = renderRoute(remote.routes, encodeURI(address));
  expect((await screen.findAllByText(text)).length, address).toBeGreaterThan(0);
  unmount();
}

const MISSING = { post: 'Post not found', category: 'Kategorie nicht gefunden' };

test.each(['null', '0x10'])('%s is an address like any other', async (slug) => {
  const errors = vi.spyOn(console, 'error');
  const { title } = await givenPost({ slug });
  const { title: page } = await givenPage({ slug });
  await given('categories', { name: `Kategorie ${slug}`, slug });
  await shows(`/post/${slug}`, title);
  await shows(`/${slug}`, page);
  await shows(`/category/${slug}`, `Kategorie ${slug}`);
  const others = [`${slug} `, `"${slug}"`, `eq.${slug}`, '\ud800'.toWellFormed(), `${slug}\0`];
  for (const other of others) {
    for (const [kind, text] of Object.entries(MISSING)) await shows(`/${kind}/${other}`, text);
    await shows(`/${other}`, 'Seite nicht gefunden');
  }
  expect(errors).not.toHaveBeenCalled();
});

test('a category whose address begins like a filter has its posts', async () => {
  const { id, name } = await given('categories', { name: 'Kategorie so', slug: 'not.so' });
  const { title } = await givenPost({ category_id: id });
  await shows('/category/not.so', name);
  await shows('/category/not.so', title);
});
