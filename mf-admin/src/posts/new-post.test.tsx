import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { givenPost } from '../testing/given.ts';
import { counting, failing, intercept } from '../testing/network.ts';
import { field, fill, fillNewPost, openAdmin, openNewPost, press } from '../testing/open-admin.ts';

const bySlug = async (slug: string) =>
  (await serviceClient().from('posts').select('*').eq('slug', slug).maybeSingle()).data;

test('title, slug and content required', async () => {
  await openNewPost();
  await field('Title');
  const sent = counting('POST', 'posts');
  press('Create Post');
  for (const label of ['Title', 'Slug', 'Content'])
    expect(await screen.findByText(`${label} is required`)).toBeTruthy();
  const focused = await field('Title');
  await waitFor(() => expect(document.activeElement).toBe(focused));
  expect(sent()).toBe(0);
});

test('without a category the field says where one is added', async () => {
  intercept(({ url }) => (url.pathname.endsWith('/categories') ? Promise.resolve(Response.json([])) : undefined));
  await openNewPost();
  const category = await field('Category');
  const hint = document.getElementById(category.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toContain('There are no categories yet.');
  expect(hint?.querySelector('a')?.getAttribute('href')).toBe('/admin/categories');
});

test('categories that could not be read are not said to be missing', async () => {
  failing('GET', 'categories');
  await openNewPost();
  await screen.findByText('The categories could not be loaded.');
  expect((await field('Category')).hasAttribute('aria-describedby')).toBe(false);
});

test('slug auto-derived from the title on create, with German umlauts, and editable', async () => {
  await openNewPost();
  await fill('Title', '  Größe & Übung: „KI“!  ');
  const slug = await field('Slug');
  expect(slug.value).toBe('groesse-uebung-ki');
  await fill('Slug', 'eigener');
  await fill('Title', 'Anders');
  expect(slug.value).toBe('eigener');
});

test('empty publish date defaults to now on create, and the author to the signed-in user', async () => {
  const { slug, path } = await openNewPost();
  await fillNewPost(slug);
  const before = Date.now();
  press('Create Post');
  await waitFor(() => expect(path()).toBe('/admin'));
  const post = await bySlug(slug);
  expect(Date.parse(post?.published_at ?? '')).toBeGreaterThanOrEqual(before);
  expect(Date.parse(post?.published_at ?? '')).toBeLessThanOrEqual(Date.now());
  expect(post).toMatchObject({ author: 'admin', excerpt: null, category_id: null, content: '## Hallo\n\nText' });
});

test('the author is a field: it begins with the account, is stored as typed, and an edit changes it', async () => {
  const { slug, path, router } = await openNewPost();
  expect((await field('Author')).value).toBe('admin');
  const hint = document.getElementById((await field('Author')).getAttribute('aria-describedby') ?? '');
  expect(hint?.querySelector('a')?.getAttribute('href')).toBe('/admin/accounts');
  await fillNewPost(slug);
  await fill('Author', ' Ada Muster ');
  press('Done, start another');
  expect(await screen.findByText(/was created and is public/)).toBeTruthy();
  expect((await field('Author')).value).toBe('Ada Muster');
  const post = (await bySlug(slug)) ?? expect.fail('no post');
  expect(post.author).toBe('Ada Muster');
  await router.navigate(`/admin/posts/edit/${post.id}`);
  await screen.findByRole('button', { name: 'Update Post' });
  await fill('Author', '');
  press('Update Post');
  await waitFor(() => expect(path()).toBe('/admin'));
  expect((await bySlug(slug))?.author).toBe('');
});

test('a copy of a post is by the account that makes it', async () => {
  const post = await givenPost({ author: 'Jemand anders' });
  await openAdmin(`/admin/posts/new?copy=${post.id}`);
  await waitFor(async () => expect((await field('Title')).value).toBe(post.title));
  expect((await field('Author')).value).toBe('admin');
});

test('a future date allows scheduled publishing, in local time', async () => {
  const { slug, path } = await openNewPost();
  await fillNewPost(slug);
  await fill('Publish Date', '2099-05-06T07:08');
  press('Create Post');
  await waitFor(() => expect(path()).toBe('/admin'));
  expect(Date.parse((await bySlug(slug))?.published_at ?? '')).toBe(new Date('2099-05-06T07:08').getTime());
  expect(await screen.findByText(/was created and is scheduled/)).toBeTruthy();
});

test('after saving, the heading of the next page has the focus', async () => {
  const { slug, path } = await openNewPost();
  await fillNewPost(slug);
  screen.getByRole('button', { name: 'Create Post' }).focus();
  press('Create Post');
  await waitFor(() => expect(path()).toBe('/admin'));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Dashboard' })),
  );
});

test('double clicks save once', async () => {
  const { slug, path } = await openNewPost();
  await fillNewPost(slug);
  const sent = counting('POST', 'posts');
  const button = screen.getByRole('button', { name: 'Create Post' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(path()).toBe('/admin'));
  expect(sent()).toBe(1);
});

test("a slug that is taken: 'Failed to save post' and the reason at the field", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const taken = await givenPost();
  await openNewPost();
  await fillNewPost(taken.slug);
  press('Create Post');
  expect(await screen.findByText('Failed to save post')).toBeTruthy();
  const slug = await field('Slug');
  expect(slug.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('This slug is already taken.').id).toBe(slug.getAttribute('aria-describedby')?.split(' ')[0]);
});

test('the preview shows Markdown as the site does, and a .md file can be dropped', async () => {
  await openNewPost();
  const file = new File(['## Aus der Datei\r\n\n**fett**'], 'text.md');
  fireEvent.drop(await field('Content'), { dataTransfer: { files: [file] } });
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  expect(await preview.findByRole('heading', { name: 'Aus der Datei' })).toBeTruthy();
  expect(preview.getByText('fett').tagName).toBe('STRONG');
  expect((await field('Content')).value).toBe('## Aus der Datei\n\n**fett**');
});
