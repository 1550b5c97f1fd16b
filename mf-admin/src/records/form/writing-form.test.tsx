import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../../addresses.ts';
import { givenPost } from '../../testing/given.ts';
import { field, fill, openAdmin, openNewPost, press, storedInput } from '../../testing/open-admin.ts';

const bar = () => screen.getByRole('button', { name: 'Cancel' }).parentElement?.textContent ?? '';
const about = () => screen.getByText('About this post').closest('details') as HTMLDetailsElement;

test('title and text come first, everything about the post is beside them and opens where an error is', async () => {
  await openNewPost();
  await field('Title');
  const names = screen.getAllByRole('textbox').map((input) => (input as HTMLInputElement).name);
  expect(names.slice(0, 3)).toEqual(['title', 'content', 'slug']);
  expect(within(about()).getByLabelText('Excerpt')).toBeTruthy();
  await fill('Title', 'Ein Titel');
  await fill('Content', 'Drei Wörter [hier](https://example.org)');
  expect(await screen.findByText('3 words, 1 min to read')).toBeTruthy();
  await fill('Slug', '');
  about().open = false;
  press('Create Post');
  await waitFor(async () => expect(document.activeElement).toBe(await field('Slug')));
  expect(about().open).toBe(true);
});

test('the bar says what is stored, and when; typing is stored in the browser at the latest when the page is left', async () => {
  const post = await givenPost();
  await openAdmin(addresses.editPost(post));
  await field('Title');
  expect(bar()).toMatch(/^Post saved on \d+\. \S+ \d{4}, \d\d:\d\d Uhr/);
  await fill('Title', 'Anders');
  await waitFor(() => expect(bar()).toContain('Only this browser has what changed since.'));
  window.dispatchEvent(new Event('pagehide'));
  expect(storedInput()).toHaveLength(2);
});

test('Only the Text hides what is beside it until Escape, and the preview leaves room for an error', async () => {
  await openNewPost();
  await field('Title');
  press('Only the Text');
  const root = document.documentElement;
  expect(root.hasAttribute('data-only-text')).toBe(true);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await waitFor(() => expect(root.hasAttribute('data-only-text')).toBe(false));
  press('Preview');
  expect(screen.queryByRole('textbox', { name: 'Content' })).toBeNull();
  press('Create Post');
  // An error is beside the text that it is about.
  expect(await screen.findByRole('textbox', { name: 'Content' })).toBeTruthy();
});
