import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { remote } from '../../module.ts';
import { backendThat } from '../../testing/backend-that.ts';
import { givenCategory, givenPost } from '../../testing/given.ts';

const open = (slug: string) => renderRoute(remote.routes, `/post/${slug}`);
const heading = (name: string, level = 1) => screen.findByRole('heading', { level, name });

test('Loading state', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await backendThat(async () => {
    await released;
    return { status: 200, body: [] };
  });
  open('irgendeiner');
  expect(await screen.findByText('Loading...')).toBeTruthy();
  release();
  expect(await screen.findByText('Post not found')).toBeTruthy();
  expect(screen.queryByText('Loading...')).toBeNull();
});

test('Title banner with author, category link and comment count; publish date', async () => {
  const category = await givenCategory();
  const { slug, title } = await givenPost({ category_id: category.id, comment_count: 3 });
  open(slug);
  await heading(title);
  expect(screen.getAllByText('Ada Test')).toBeTruthy();
  expect(screen.getByRole('link', { name: category.name }).getAttribute('href')).toBe(`/category/${category.slug}`);
  expect(screen.getByText('3 comments')).toBeTruthy();
  expect(screen.getByText('3. Februar 2001')).toBeTruthy();
});

test('The reading time is shown', async () => {
  const { slug } = await givenPost({ content: 'Wort '.repeat(900) });
  open(slug);
  expect(await screen.findByText('5 Min. Lesezeit')).toBeTruthy();
});

test('Share, copy-link and print buttons', async () => {
  const { slug } = await givenPost();
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const print = vi.fn();
  vi.stubGlobal('print', print);
  open(slug);
  expect(await screen.findByRole('button', { name: 'Teilen' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Link kopieren' }));
  expect(await screen.findByText('Link kopiert')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith(location.origin + location.pathname);
  fireEvent.click(screen.getByRole('button', { name: 'Drucken' }));
  expect(print).toHaveBeenCalledOnce();
});

test('Markdown article with highlighted code', async () => {
  const { slug } = await givenPost({ content: '## Teil\n\n**fett**\n\n```python\ndef f(): return 1\n```' });
  open(slug);
  expect((await screen.findByText('fett')).tagName).toBe('STRONG');
  const keyword = () => screen.getByRole('group', { name: 'Code, Python' }).querySelector('.hljs-keyword');
  // The grammar of a language is loaded on demand.
  await vi.waitFor(() => expect(keyword()?.textContent).toBe('def'));
});

test('Reader can copy a code block by its button', async () => {
  const { slug } = await givenPost({ content: '```python\nx = 1\n```' });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  open(slug);
  fireEvent.click(await screen.findByLabelText('Code kopieren'));
  expect(writeText).toHaveBeenCalledWith('x = 1\n');
  expect(await screen.findByText('Code kopiert')).toBeTruthy();
});

test('A long article has a table of contents whose entries lead to its headings', async () => {
  const { slug } = await givenPost({
    content: '## Für wen?\n\n## Wie?\n\n### Tiefer\n\n## Für wen?\n\n## `Code` & *mehr*',
  });
  open(slug);
  const contents = within(await screen.findByRole('navigation', { name: 'Inhalt' }));
  const links = contents.getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Für wen?', 'Wie?', 'Für wen?', 'Code & mehr']);
  for (const link of links) {
    const target = document.getElementById((link.getAttribute('href') ?? '').slice(1));
    expect(target?.textContent).toBe(link.textContent);
  }
});

test('A short article has no table of contents', async () => {
  const { slug } = await givenPost({ content: '## Eins\n\n## Zwei' });
  open(slug);
  await heading('Eins', 2);
  expect(screen.queryByRole('navigation', { name: 'Inhalt' })).toBeNull();
});

test('Headings are anchors', async () => {
  const { slug } = await givenPost({ content: '## Für wen?\n\n## Mit [Link](/a)' });
  open(slug);
  const anchor = within(await heading('Für wen?', 2)).getByRole('link');
  expect(anchor.getAttribute('href')).toBe('#abschnitt-fuer-wen');
  expect(
    within(await heading('Mit Link', 2))
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/a');
});

test("Non-functional '0 Likes' button", async () => {
  const { slug } = await givenPost();
  open(slug);
  const likes = await screen.findByRole('button', { name: '0 Likes' });
  fireEvent.click(likes);
  expect(likes.textContent).toBe('0 Likes');
});

test.each([
  ['the newest', () => new Date().toISOString()],
  ['an old', () => '2001-02-03T10:00:00Z'],
])('Up to 4 related posts linking to /post/{slug}, the current one excluded: %s post', async (_, published) => {
  const { slug } = await givenPost({ published_at: published() });
  open(slug);
  const region = within(await screen.findByRole('region', { name: 'Weitere Beiträge' }));
  const links = region.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toHaveLength(4);
  expect(links).not.toContain(`/post/${slug}`);
  for (const link of links) expect(link).toMatch(/^\/post\/[^/]+$/);
});

test.each(['gibt-es-nicht', 'a%00b'])("Missing post: 'Post not found' with a link home: %s", async (slug) => {
  open(slug);
  expect(await screen.findByText('Post not found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['a draft', null],
  ['a scheduled post', '2999-01-01T00:00:00Z'],
])('%s is not found', async (_, published_at) => {
  const { slug } = await givenPost({ published_at });
  open(slug);
  expect(await screen.findByText('Post not found')).toBeTruthy();
});

test("A failed read shows 'Post not found' with a retry", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await backendThat(() => ({ status: 503, body: { message: 'down' } }));
  open('irgendeiner');
  expect(await screen.findByText('Post not found')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Erneut versuchen' })).toBeTruthy();
});
