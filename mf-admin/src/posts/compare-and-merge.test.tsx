import { serviceClient, stored, type Tables } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost } from '../testing/given.ts';
import { failing } from '../testing/network.ts';
import { field, fill, openAdmin, press, storedInput, submit, textsOf } from '../testing/open-admin.ts';

const BEGUN = 'Anfang\n\nMitte\n\nEnde';
const MINE = 'Mein Anfang\n\nMitte\n\nEnde';
const THEIRS = 'Anfang\n\nMitte\n\nIhr Ende';
const BOTH = 'Mein Anfang\n\nMitte\n\nIhr Ende';

type Values = Tables['posts']['Update'];
const changeByOther = (id: string, values: Values) => serviceClient().from('posts').update(values).eq('id', id);

const conflictOf = (name: string) => within(screen.getByRole('group', { name }));
const choose = (conflict: string, side: string) =>
  fireEvent.click(conflictOf(conflict).getByRole('radio', { name: side }));
const use = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Use This Version' });
const shows = (label: string, value: string) => waitFor(async () => expect((await field(label)).value).toBe(value));

async function compare(): Promise<void> {
  press('Update Post');
  await screen.findByText('Somebody else has changed this meanwhile.');
  press('Compare and Merge');
}
const isCompared = () => screen.findByRole('heading', { level: 2, name: 'Compare and Merge' });

/** Types into the form of a post, which another user then saves first. */
async function conflicting(mine: Readonly<Record<string, string>>, theirs: Values) {
  const post = await givenPost({ content: BEGUN });
  const opened = await openAdmin(addresses.editPost(post));
  for (const [label, value] of Object.entries(mine)) await fill(label, value);
  await changeByOther(post.id, theirs);
  const saved = async () => {
    await submit(opened.path, 'Update Post', addresses.dashboard);
    return stored('posts', post.id);
  };
  return { ...opened, post, saved };
}

async function compared(...edits: Parameters<typeof conflicting>) {
  const opened = await conflicting(...edits);
  await compare();
  await isCompared();
  return opened;
}

test('Editor can save the paragraphs and fields of both without a decision, also after a further save', async () => {
  const mine = { Content: MINE, Title: 'Meiner' };
  const { post, saved } = await compared(mine, { content: THEIRS, excerpt: 'Ihr Auszug' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Compare and Merge'));
  expect(textsOf(screen.getAllByRole('listitem'))).toEqual(
    expect.arrayContaining([
      'Changed by you: Title',
      'Changed by them: Excerpt',
      'Changed by both, in different paragraphs: Content',
    ]),
  );
  fireEvent.click(use());
  await shows('Content', BOTH);
  expect((await stored('posts', post.id))?.title).toBe(post.title);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));
  await changeByOther(post.id, { content: THEIRS.replace('Mitte', 'Ihre Mitte') });
  await compare();
  await isCompared();
  expect(screen.queryAllByRole('group')).toEqual([]);
  fireEvent.click(use());
  const content = BOTH.replace('Mitte', 'Ihre Mitte');
  await shows('Content', content);
  const { published_at } = post;
  expect(await saved()).toMatchObject({ title: 'Meiner', content, excerpt: 'Ihr Auszug', published_at });
  expect(storedInput()).toEqual([]);
});

test('Editor decides each conflict, with the words that each side changed', async () => {
  const mine = { Content: 'Mein Anfang\n\nMitte\n\nMein Ende', Slug: 'mein-slug', 'Publish Date': '2002-02-02T02:02' };
  const theirs = { content: 'Ihr Anfang\n\nMitte\n\nIhr Ende', published_at: '2003-03-03T03:03:33Z' };
  const { saved } = await compared(mine, theirs);
  expect(use().disabled).toBe(true);
  expect(screen.getByText('Choose what stays: 3 conflicts are not decided yet.')).toBeTruthy();
  const first = conflictOf('Content, 1 of 2');
  expect(textsOf(first.getAllByRole('insertion'))).toEqual(['Mein ', 'Ihr ']);
  choose('Content, 1 of 2', 'Both');
  choose('Content, 2 of 2', 'Theirs');
  expect(use().disabled).toBe(true);
  expect(conflictOf('Publish Date').queryByRole('radio', { name: 'Both' })).toBeNull();
  choose('Publish Date', 'Theirs');
  expect(use().disabled).toBe(false);
  fireEvent.click(use());
  const content = 'Mein Anfang\n\nIhr Anfang\n\nMitte\n\nIhr Ende';
  await shows('Content', content);
  const row = await saved();
  expect(row).toMatchObject({ content, slug: 'mein-slug' });
  // The field shows no seconds: an untouched value keeps them.
  expect(Date.parse(row?.published_at ?? '')).toBe(Date.parse('2003-03-03T03:03:33Z'));
});

test('Back leaves the input and the other actions as they were; after a merge the input can be brought back', async () => {
  const { post } = await compared({ Title: 'Meiner' }, { title: 'Ihrer' });
  const drafts = storedInput();
  expect(drafts).not.toEqual([]);
  expect(screen.queryByRole('button', { name: 'Overwrite' })).toBeNull();
  choose('Title', 'Theirs');
  press('Back');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Compare and Merge'));
  expect(document.activeElement?.tagName).toBe('BUTTON');
  expect((await field('Title')).value).toBe('Meiner');
  for (const name of ['Overwrite', 'Reload']) expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(storedInput()).toEqual(drafts);
  expect((await stored('posts', post.id))?.title).toBe('Ihrer');
  press('Compare and Merge');
  await isCompared();
  choose('Title', 'Theirs');
  fireEvent.click(use());
  await shows('Title', 'Ihrer');
  press('Bring back my input');
  await shows('Title', 'Meiner');
});

test('restored input is merged against its beginning; without one each difference is a conflict', async () => {
  const { post, unmount } = await conflicting({ Content: MINE }, { content: THEIRS, excerpt: 'Ihr Auszug' });
  unmount();
  const restored = async () => {
    const view = await openAdmin(addresses.editPost(post));
    await screen.findByText('Your unsaved input was restored.');
    await compare();
    await isCompared();
    return view;
  };
  const again = await restored();
  expect(screen.queryAllByRole('group')).toEqual([]);
  expect(screen.getByText('Changed by both, in different paragraphs: Content')).toBeTruthy();
  expect(use().disabled).toBe(false);
  again.unmount();
  for (const key of storedInput()) {
    for (const storage of [sessionStorage, localStorage]) {
      const { began: _, ...input } = JSON.parse(storage.getItem(key) ?? '{}');
      storage.setItem(key, JSON.stringify(input));
    }
  }
  await restored();
  expect(screen.getByText('It is not known which version you began with.')).toBeTruthy();
  expect(screen.getAllByRole('group').map((group) => within(group).getAllByRole('radio').length)).toEqual([3, 2]);
  choose('Content', 'Mine');
  choose('Excerpt', 'Theirs');
  fireEvent.click(use());
  await shows('Excerpt', 'Ihr Auszug');
  expect((await field('Content')).value).toBe(MINE);
});

test('their version that cannot be loaded, and then is gone, leaves the form as it is', async () => {
  const { post } = await conflicting({ Title: 'Meiner' }, { title: 'Ihrer' });
  press('Update Post');
  await screen.findByText('Somebody else has changed this meanwhile.');
  const mend = failing('POST', 'rpc/read_editing');
  press('Compare and Merge');
  await screen.findByText('Their version could not be loaded. Please try again.');
  expect((await field('Title')).value).toBe('Meiner');
  mend();
  press('Compare and Merge');
  expect(await screen.findByRole('group', { name: 'Title' })).toBeTruthy();
  press('Back');
  await serviceClient().from('posts').delete().eq('id', post.id);
  press('Compare and Merge');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/deleted this meanwhile/));
  expect((await field('Title')).value).toBe('Meiner');
});
