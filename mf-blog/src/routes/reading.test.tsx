import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { remote } from '../module.ts';
import { backendThat } from '../testing/backend-that.ts';

test.each([
  ['/', 'No posts available yet', 'No posts available yet'],
  ['/post/einer', 'Post not found', 'Post not found'],
  ['/category/eine', 'No posts found in this category.', 'Kategorie nicht gefunden'],
  ['/impressum', 'Diese Seite kann gerade nicht gelesen werden.', 'Seite nicht gefunden'],
  ['/suche?suche=ki', 'Keine Treffer für „ki“.', 'Keine Treffer für „ki“.'],
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
  expect(screen.queryByText('Loading...')).toBeNull();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(await screen.findByText(empty)).toBeTruthy();
});
