import { stored, type Tables } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { givenPost } from '../testing/given.ts';
import { failing } from '../testing/network.ts';
import { field, fill, openAdmin, press, storedInput } from '../testing/open-admin.ts';

const BEGUN = 'Anfang\n\nMitte\n\nEnde';

const changeByOther = (id: string, values: Tables['posts']['Update']) =>
  serviceClient().from('posts').update(values).eq('id', id);

const conflictOf = (name: string) => within(screen.getByRole('group', { name }));
const choose = (conflict: string, side: string) =>
  fireEvent.click(conflictOf(conflict).getByRole('radio', { name: side }));
const use = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Use This Version' });

interface Edits {
  readonly mine: Readonly<Record<string, string>>;
  readonly theirs: Tables['posts']['Update'];
}

/** Both edit the same post, and the other user saves first. */
async function compared({ mine, theirs }: Edits) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const post = await givenPost({ content: BEGUN });
  const opened = await openAdmin(`/admin/posts/edit/${post.id}`);
  for (const [label, value] of Object.entries(mine)) await fill(label, value);
  await changeByOther(post.id, theirs);
  press('Update Post');
  await screen.findByText('Somebody else has changed this meanwhile.');
  press('Compare and Merge');
  await screen.findByRole('heading', { level: 2, name: 'Compare and Merge' });
  return { ...opened, post };
}

test('Editor can save the paragraphs and fields of both without a decision', async () => {
  const { post, path } = await compared({
    mine: { Content: 'Mein Anfang\n\nMitte\n\nEnde', Title: 'Meiner' },
    theirs: { content: 'Anfang\n\nMitte\n\nIhr Ende', excerpt: 'Ihr Auszug' },
  });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Compare and Merge'));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'Changed by you: Title',
      'Changed by them: Excerpt',
      'Changed by both, in different paragraphs: Content',
    ]),
  );
  fireEvent.click(use());
  await waitFor(async () => expect((await field('Content')).value).toBe('Mein Anfang\n\nMitte\n\nIhr Ende'));
  expect((await stored('posts', post.id))?.title).toBe(post.title);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));
  press('Update Post');
  await waitFor(() => expect(path()).toBe('/admin'));
  expect(await stored('posts', post.id)).toMatchObject({
    title: 'Meiner',
    content: 'Mein Anfang\n\nMitte\n\nIhr Ende',
    excerpt: 'Ihr Auszug',
    published_at: post.published_at,
  });
  expect(storedInput()).toEqual([]);
});

test('Editor decides each conflict, with the words that each side changed', async () => {
  const { post, path } = await compared({
    mine: { Content: 'Mein Anfang\n\nMitte\n\nMein Ende', Slug: 'mein-slug', 'Publish Date': '2002-02-02T02:02' },
    theirs: { content: 'Ihr Anfang\n\nMitte\n\nIhr Ende', published_at: '2003-03-03T03:03:33Z' },
  });
  expect(use().disabled).toBe(true);
  expect(screen.getByText('Choose what stays: 3 conflicts are not decided yet.')).toBeTruthy();
  const first = conflictOf('Content, 1 of 2');
  expect(first.getAllByRole('insertion').map(({ textContent }) => textContent)).toEqual(['Mein ', 'Ihr ']);
  choose('Content, 1 of 2', 'Both');
  choose('Content, 2 of 2', 'Theirs');
  expect(use().disabled).toBe(true);
  expect(conflictOf('Publish Date').queryByRole('radio', { name: 'Both' })).toBeNull();
  choose('Publish Date', 'Theirs');
  expect(use().disabled).toBe(false);
  fireEvent.click(use());
  const merged = 'Mein Anfang\n\nIhr Anfang\n\nMitte\n\nIhr Ende';
  await waitFor(async () => expect((await field('Content')).value).toBe(merged));
  press('Update Post');
  await waitFor(() => expect(path()).toBe('/admin'));
  const saved = await stored('posts', post.id);
  expect(saved).toMatchObject({ content: merged, slug: 'mein-slug' });
  // The field shows no seconds: an untouched value keeps them.
  expect(Date.parse(saved?.published_at ?? '')).toBe(Date.parse('2003-03-03T03:03:33Z'));
});

test('Back leaves the input, the conflict and the other actions as they were', async () => {
  const { post } = await compared({ mine: { Title: 'Meiner' }, theirs: { title: 'Ihrer' } });
  const drafts = storedInput();
  expect(drafts).not.toEqual([]);
  expect(screen.queryByRole('button', { name: 'Overwrite' })).toBeNull();
  choose('Title', 'Theirs');
  press('Back');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Compare and Merge' })));
  expect((await field('Title')).value).toBe('Meiner');
  expect(screen.getByRole('button', { name: 'Overwrite' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(storedInput()).toEqual(drafts);
  expect((await stored('posts', post.id))?.title).toBe('Ihrer');
  press('Cancel');
});

test('a further save of somebody else starts over from the version that was merged', async () => {
  const { post, path } = await compared({
    mine: { Content: 'Mein Anfang\n\nMitte\n\nEnde' },
    theirs: { content: 'Anfang\n\nMitte\n\nIhr Ende' },
  });
  fireEvent.click(use());
  await waitFor(async () => expect((await field('Content')).value).toBe('Mein Anfang\n\nMitte\n\nIhr Ende'));
  await changeByOther(post.id, { content: 'Anfang\n\nIhre Mitte\n\nIhr Ende' });
  press('Update Post');
  await screen.findByText('Somebody else has changed this meanwhile.');
  press('Compare and Merge');
  await screen.findByRole('heading', { level: 2, name: 'Compare and Merge' });
  expect(screen.queryAllByRole('group')).toEqual([]);
  fireEvent.click(use());
  await waitFor(async () => expect((await field('Content')).value).toBe('Mein Anfang\n\nIhre Mitte\n\nIhr Ende'));
  press('Update Post');
  await waitFor(() => expect(path()).toBe('/admin'));
});

test('what Editor typed can be brought back after a merge', async () => {
  await compared({ mine: { Title: 'Meiner' }, theirs: { title: 'Ihrer' } });
  choose('Title', 'Theirs');
  fireEvent.click(use());
  await waitFor(async () => expect((await field('Title')).value).toBe('Ihrer'));
  press('Bring back my input');
  await waitFor(async () => expect((await field('Title')).value).toBe('Meiner'));
  press('Cancel');
});

/** Opens a form anew with input that was typed before somebody else saved. */
async function restored(change: (draft: Record<string, unknown>) => void) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const post = await givenPost({ content: BEGUN });
  const { unmount } = await openAdmin(`/admin/posts/edit/${post.id}`);
  await fill('Content', 'Mein Anfang\n\nMitte\n\nEnde');
  unmount();
  for (const key of storedInput()) {
    for (const storage of [sessionStorage, localStorage]) {
      const draft = JSON.parse(storage.getItem(key) ?? '{}');
      change(draft);
      storage.setItem(key, JSON.stringify(draft));
    }
  }
  await changeByOther(post.id, { content: 'Anfang\n\nMitte\n\nIhr Ende', excerpt: 'Ihr Auszug' });
  await openAdmin(`/admin/posts/edit/${post.id}`);
  await screen.findByText('Your unsaved input was restored.');
  press('Update Post');
  await screen.findByText('Somebody else has changed this meanwhile.');
  press('Compare and Merge');
  await screen.findByRole('heading', { level: 2, name: 'Compare and Merge' });
}

test('restored input is merged against what it began with', async () => {
  await restored(() => undefined);
  expect(screen.queryAllByRole('group')).toEqual([]);
  fireEvent.click(use());
  await waitFor(async () => expect((await field('Content')).value).toBe('Mein Anfang\n\nMitte\n\nIhr Ende'));
  expect((await field('Excerpt')).value).toBe('Ihr Auszug');
  press('Cancel');
});

test('a draft of an earlier release opens, and each difference is a conflict', async () => {
  await restored((draft) => {
    delete draft.began;
  });
  expect(screen.getByText('It is not known which version you began with.')).toBeTruthy();
  expect(screen.getAllByRole('group').map((group) => within(group).getAllByRole('radio').length)).toEqual([3, 2]);
  choose('Content', 'Mine');
  choose('Excerpt', 'Theirs');
  fireEvent.click(use());
  await waitFor(async () => expect((await field('Excerpt')).value).toBe('Ihr Auszug'));
  expect((await field('Content')).value).toBe('Mein Anfang\n\nMitte\n\nEnde');
  press('Cancel');
});

test('their version that cannot be loaded leaves the form as it is, and can be loaded again', async () => {
  const post = await givenPost();
  await openAdmin(`/admin/posts/edit/${post.id}`);
  await fill('Title', 'Meiner');
  await changeByOther(post.id, { title: 'Ihrer' });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  press('Update Post');
  await screen.findByText('Somebody else has changed this meanwhile.');
  const mend = failing('GET', 'posts');
  press('Compare and Merge');
  await screen.findByText('Their version could not be loaded. Please try again.');
  expect((await field('Title')).value).toBe('Meiner');
  mend();
  press('Compare and Merge');
  expect(await screen.findByRole('group', { name: 'Title' })).toBeTruthy();
  press('Back');
  press('Cancel');
});

test('a post that was deleted before the comparison is gone, and the input stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const post = await givenPost();
  await openAdmin(`/admin/posts/edit/${post.id}`);
  await fill('Title', 'Meiner');
  await changeByOther(post.id, { title: 'Ihrer' });
  press('Update Post');
  await screen.findByText('Somebody else has changed this meanwhile.');
  await serviceClient().from('posts').delete().eq('id', post.id);
  press('Compare and Merge');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/deleted this meanwhile/));
  expect((await field('Title')).value).toBe('Meiner');
  press('Cancel');
});
