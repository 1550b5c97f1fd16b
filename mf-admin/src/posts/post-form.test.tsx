import { toLocalInput } from '@ki/shared/format/dates.ts';
import { serviceClient, stored, unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost } from '../testing/given.ts';
import { counting, failing, respondWith } from '../testing/network.ts';
import { field, fill, fillNewPost, openAdmin, openNewPost, press, submit } from '../testing/open-admin.ts';

const bySlug = async (slug: string) =>
  (await serviceClient().from('posts').select('*').eq('slug', slug).maybeSingle()).data;
const timeOf = async (slug: string) => Date.parse((await bySlug(slug))?.published_at ?? '');
const hintOf = async (label: string) =>
  document.getElementById((await field(label)).getAttribute('aria-describedby') ?? '');

describe('a new post', () => {
  test('says where a category is added, unless the categories could not be read', async () => {
    respondWith('choices_of_post', { categories: [], sources: [], check: null });
    const { unmount } = await openNewPost();
    const hint = await hintOf('Category');
    expect(hint?.textContent).toContain('There are no categories yet.');
    expect(hint?.querySelector('a')?.getAttribute('href')).toBe(addresses.categories);
    unmount();
    failing('POST', 'rpc/choices_of_post');
    await openNewPost();
    await screen.findByText('The categories could not be loaded.');
    expect(await hintOf('Category')).toBeNull();
  });

  test('is public now without a date, saved once by a double click, and the next heading has the focus', async () => {
    const { slug, path } = await openNewPost();
    await fillNewPost(slug);
    const sent = counting('POST', 'posts');
    const before = Date.now();
    const button = screen.getByRole('button', { name: 'Create Post' });
    button.focus();
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(path()).toBe(addresses.dashboard));
    expect(sent()).toBe(1);
    expect(await timeOf(slug)).toBeGreaterThanOrEqual(before);
    expect(await timeOf(slug)).toBeLessThanOrEqual(Date.now());
    const content = '## Hallo\n\nText';
    expect(await bySlug(slug)).toMatchObject({ author: 'admin', excerpt: null, category_id: null, content });
    const heading = await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });
});

describe('a .md file', () => {
  const drop = async (content: BlobPart, name = 'text.md') =>
    fireEvent.drop(await field('Content'), { dataTransfer: { files: [new File([content], name)] } });
  const values = async (...labels: string[]) =>
    Promise.all(labels.map(async (label) => (await field<HTMLInputElement>(label)).value));
  const FRONT_MATTER =
    '---\ntitle: Größe im Kurs\nexcerpt: Kurz\ndate: 2026-03-01 10:00\nauthor: Ada Muster\nlayout: post\n---\n\n## Text\n\n**fett**\n';

  test('fills the fields of its front matter, says what is not used, and is shown as on the site', async () => {
    await openNewPost();
    await drop(`\ufeff${FRONT_MATTER.replaceAll('\n', '\r\n')}`);
    await waitFor(async () => expect(await values('Content')).toEqual(['## Text\n\n**fett**\n']));
    const filled = ['Größe im Kurs', 'groesse-im-kurs', 'Kurz', 'Ada Muster', toLocalInput('2026-03-01T10:00+01:00')];
    expect(await values('Title', 'Slug', 'Excerpt', 'Author', 'Publish Date')).toEqual(filled);
    expect(await screen.findByText('Not used: layout.')).toBeTruthy();
    press('Preview');
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    expect(await preview.findByRole('heading', { name: 'Text' })).toBeTruthy();
    expect(preview.getByText('fett').tagName).toBe('STRONG');
    await fill('Slug', 'eigener');
    await fill('Title', 'Anders');
    expect(await values('Slug')).toEqual(['eigener']);
  });

  test('leaves what is filled, and appends its text; one that is no text is refused with the reason', async () => {
    await openNewPost();
    await fill('Title', 'Getippt');
    await fill('Content', 'Davor');
    await drop(FRONT_MATTER);
    await waitFor(async () => expect(await values('Content')).toEqual(['Davor\n\n## Text\n\n**fett**\n']));
    expect(await values('Title', 'Slug', 'Excerpt')).toEqual(['Getippt', 'getippt', 'Kurz']);
    expect(await screen.findByText('Not used: title, as the form has another one.')).toBeTruthy();
    await drop(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]));
    expect(await screen.findByText(/^This is no text file/)).toBeTruthy();
    expect(await values('Content')).toEqual(['Davor\n\n## Text\n\n**fett**\n']);
  });

  test('into a stored draft neither dates it nor changes its address', async () => {
    const slug = unique('groesse-');
    const { id } = await givenPost({ title: slug, slug, published_at: null });
    await openAdmin(addresses.editPost({ id }));
    await field('Title');
    await drop(FRONT_MATTER.replace('title:', 'slug: anderswo\ntitle:'));
    expect(await screen.findByText('Not used: publish date. A stored post is published by hand.')).toBeTruthy();
    expect(await values('Slug', 'Publish Date')).toEqual([slug, '']);
  });
});

test('the author begins with the account, is stored as typed, and an edit changes it', async () => {
  const { slug, path, router } = await openNewPost();
  expect((await field('Author')).value).toBe('admin');
  expect((await hintOf('Author'))?.querySelector('a')?.getAttribute('href')).toBe(addresses.accounts);
  await fillNewPost(slug);
  await fill('Author', ' Ada Muster ');
  press('Done, start another');
  expect(await screen.findByText(/was created and is public/)).toBeTruthy();
  expect((await field('Author')).value).toBe('Ada Muster');
  const post = (await bySlug(slug)) ?? expect.fail('no post');
  expect(post.author).toBe('Ada Muster');
  await router.navigate(addresses.editPost(post));
  await screen.findByRole('button', { name: 'Update Post' });
  await fill('Author', '');
  await submit(path, 'Update Post', addresses.dashboard);
  expect((await bySlug(slug))?.author).toBe('');
});

test.each([
  ['a date and its seconds', '2001-02-03T10:00:17Z'],
  ['no date', null],
])('an edit keeps slug, excerpt and %s', async (_, published_at) => {
  const post = await givenPost({ excerpt: 'Kurz', published_at });
  const { path } = await openAdmin(addresses.editPost(post));
  expect((await field('Publish Date')).value).toBe(published_at ? toLocalInput(published_at) : '');
  await fill('Title', 'Neuer Titel');
  await submit(path, 'Update Post', addresses.dashboard);
  const { slug, excerpt } = post;
  const kept = { title: 'Neuer Titel', slug, excerpt, published_at: post.published_at };
  expect(await stored('posts', post.id)).toMatchObject(kept);
});

test('a post is not edited without the categories, as saving would lose its own', async () => {
  const post = await givenPost();
  failing('POST', 'rpc/choices_of_post');
  await openAdmin(addresses.editPost(post));
  expect(await screen.findByText('Failed to load post')).toBeTruthy();
  expect(screen.queryByLabelText('Title')).toBeNull();
});
