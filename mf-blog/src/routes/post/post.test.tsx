import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ABOUT_AI } from '../../model/ai.ts';
import { remote } from '../../module.ts';
import { backendOf, postRow } from '../../testing/backend-that.ts';
import { givenCategory, givenPost } from '../../testing/given.ts';

const open = (slug: string) => renderRoute(remote.routes, `/post/${slug}`);
const heading = (name: string, level = 1) => screen.findByRole('heading', { level, name });

test("A post has author, category, comment count, date, reading time, '0 Likes', and buttons to share, copy its link and print", async () => {
  const category = await givenCategory();
  const content = 'Wort '.repeat(900);
  const { slug, title } = await givenPost({ category_id: category.id, comment_count: 3, content });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const print = vi.fn();
  vi.stubGlobal('print', print);
  open(slug);
  await heading(title);
  expect(screen.getAllByText('Ada Test')).toBeTruthy();
  expect(screen.getByRole('link', { name: category.name }).getAttribute('href')).toBe(`/category/${category.slug}`);
  for (const text of ['3 comments', '3. Februar 2001', '5 Min. Lesezeit']) expect(screen.getByText(text)).toBeTruthy();
  const likes = screen.getByRole('button', { name: '0 Likes' });
  fireEvent.click(likes);
  expect(likes.textContent).toBe('0 Likes');
  expect(screen.getByRole('button', { name: 'Teilen' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Link kopieren' }));
  expect(await screen.findByText('Link kopiert')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith(location.origin + location.pathname);
  fireEvent.click(screen.getByRole('button', { name: 'Drucken' }));
  expect(print).toHaveBeenCalledOnce();
});

test('Markdown article with highlighted code, which a button copies', async () => {
  const { slug } = await givenPost({ content: '## Teil\n\n**fett**\n\n```python\ndef f(): return 1\n```' });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  open(slug);
  expect((await screen.findByText('fett')).tagName).toBe('STRONG');
  expect(screen.getByText('1 Min. Lesezeit')).toBeTruthy();
  const keyword = () => screen.getByRole('group', { name: 'Code, Python' }).querySelector('.hljs-keyword');
  // The grammar of a language is loaded on demand.
  await vi.waitFor(() => expect(keyword()?.textContent).toBe('def'));
  expect(screen.queryByRole('navigation', { name: 'Inhalt' })).toBeNull();
  fireEvent.click(screen.getByLabelText('Code kopieren'));
  expect(writeText).toHaveBeenCalledWith('def f(): return 1\n');
  expect(await screen.findByText('Code kopiert')).toBeTruthy();
});

test('A long article has a table of contents whose entries lead to its headings, which are anchors', async () => {
  const content = '## Für wen?\n\n## Wie?\n\n### Tiefer\n\n## Für wen?\n\n## `Code` & *mehr*\n\n## Mit [Link](/a)';
  const { slug } = await givenPost({ content });
  open(slug);
  const links = within(await screen.findByRole('navigation', { name: 'Inhalt' })).getAllByRole('link');
  const names = ['Für wen?', 'Wie?', 'Für wen?', 'Code & mehr', 'Mit Link'];
  expect(links.map(({ textContent }) => textContent)).toEqual(names);
  for (const link of links) {
    const target = document.getElementById((link.getAttribute('href') ?? '').slice(1));
    expect(target?.textContent).toBe(link.textContent);
  }
  const addressIn = async (name: string) =>
    within(await heading(name, 2))
      .getByRole('link')
      .getAttribute('href');
  expect(await addressIn('Wie?')).toBe('#abschnitt-wie');
  expect(await addressIn('Mit Link')).toBe('/a');
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

test.each([
  ['Missing post', () => ({ slug: 'gibt-es-nicht' })],
  ['NUL character', () => ({ slug: 'a%00b' })],
  ['Draft', () => givenPost({ published_at: null })],
  ['Scheduled post', () => givenPost({ published_at: '2999-01-01T00:00:00Z' })],
])("%s: 'Post not found' with a link home", async (_, given) => {
  open((await given()).slug);
  expect(await screen.findByText('Post not found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('alert')).toBeNull();
});

// The database computes the part of AI, so that rows with each of its values are made up.

test.each([
  ['generated', 'Diesen Beitrag hat eine KI geschrieben. Die Redaktion hat diese Fassung noch nicht geprüft.'],
  ['assisted', 'Diesen Beitrag hat eine KI geschrieben. Die Redaktion hat ihn geprüft und steht für ihn ein.'],
])('A post whose text is %s says so, with a link to how the site works with AI', async (ai, sentence) => {
  await backendOf([postRow('eins', { ai })]);
  open('eins');
  const note = await screen.findByText(sentence);
  fireEvent.click(within(note).getByRole('link', { name: ABOUT_AI }));
  await heading(ABOUT_AI);
  expect(screen.getByText(sentence)).toBeTruthy();
});

test('Any other post says nothing about AI', async () => {
  await backendOf([postRow('eins')]);
  open('eins');
  await heading('Titel eins');
  expect(screen.queryByText(/KI/)).toBeNull();
});

test('Hero, cards and related posts mark what nobody has reviewed', async () => {
  const parts = { a: 'generated', b: 'generated', c: 'assisted', d: 'none' };
  await backendOf(Object.entries(parts).map(([slug, ai]) => postRow(slug, { ai })));
  const { router } = renderRoute(remote.routes, '/');
  const hero = (await heading('Titel a')).parentElement as HTMLElement;
  const isMarked = (part: HTMLElement) => within(part).queryByText('Von KI geschrieben') !== null;
  expect([hero, ...screen.getAllByRole('article')].map(isMarked)).toEqual([true, true, false, false]);
  await router.navigate('/post/d');
  const related = within(await screen.findByRole('region', { name: 'Weitere Beiträge' }));
  expect(related.getAllByText('Von KI geschrieben')).toHaveLength(2);
});
