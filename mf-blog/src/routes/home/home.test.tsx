import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { remote } from '../../module.ts';
import { backendThat } from '../../testing/backend-that.ts';
import { givenCategory, givenPost } from '../../testing/given.ts';

const open = (address = '/') => renderRoute(remote.routes, address);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test("'Loading...' while fetching", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await backendThat(async () => {
    await released;
    return { status: 200, body: [] };
  });
  open();
  expect(await screen.findByText('Loading...')).toBeTruthy();
  release();
  expect(await screen.findByText('No posts available yet')).toBeTruthy();
  expect(screen.queryByText('Loading...')).toBeNull();
});

test("The newest post is the hero: title, author, category link, comment count, 'Read more' link and a '0 Likes' button", async () => {
  const category = await givenCategory();
  const newest = await givenPost({ category_id: category.id, comment_count: 1, published_at: minutesAgo(0) });
  open();
  const title = await screen.findByRole('heading', { level: 1, name: newest.title });
  const hero = within(title.parentElement as HTMLElement);
  expect(hero.getByRole('link', { name: category.name }).getAttribute('href')).toBe(`/category/${category.slug}`);
  expect(hero.getByText('1 comment')).toBeTruthy();
  expect(hero.getByText('Ada Test')).toBeTruthy();
  const more = hero.getByRole('link', { name: `Read more: ${newest.title}` });
  expect(more.getAttribute('href')).toBe(`/post/${newest.slug}`);
  const likes = hero.getByRole('button', { name: '0 Likes' });
  fireEvent.click(likes);
  expect(likes.textContent).toBe('0 Likes');
});

test('Other posts are grouped by publication day under a heading with day and long month in German', async () => {
  open();
  const headings = await screen.findAllByRole('heading', { level: 2 });
  for (const { textContent } of headings) {
    expect(textContent).toMatch(
      /^([1-9]|[12]\d|3[01])\. (Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)$/,
    );
  }
  expect(new Set(headings.map(({ id }) => id)).size).toBe(headings.length);
  expect(headings.length).toBeGreaterThan(5);
});

test('Each card shows a day/month badge, title, author, category name, comment count, excerpt and a LESEN link', async () => {
  const category = await givenCategory();
  await givenPost({ published_at: minutesAgo(0) });
  const post = await givenPost({
    category_id: category.id,
    comment_count: 2,
    excerpt: 'Der Anriss.',
    published_at: minutesAgo(1),
  });
  open();
  const card = (await screen.findByRole('heading', { level: 3, name: post.title })).closest('article');
  const inCard = within(card as HTMLElement);
  const badge = card?.querySelector('time');
  expect(badge?.dateTime).toBe(post.published_at);
  expect(badge?.textContent).toMatch(/^\d{1,2}(Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)$/);
  for (const text of ['Ada Test', category.name, '2 comments', 'Der Anriss.'])
    expect(inCard.getByText(text)).toBeTruthy();
  const link = inCard.getByRole('link', { name: `LESEN: ${post.title}` });
  expect(link.getAttribute('href')).toBe(`/post/${post.slug}`);
  expect(link.textContent).toMatch(/^LESEN/);
});

test("Empty state: 'No posts available yet'", async () => {
  await backendThat(() => ({ status: 200, body: [] }));
  open();
  expect(await screen.findByText('No posts available yet')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('A failed read shows the empty text with a notice, and a retry loads the posts', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let down = true;
  const row = { id: '1', title: 'Wieder da', slug: 'wieder-da', excerpt: null, author: 'Ada', comment_count: 0 };
  const rows = [{ ...row, published_at: '2026-01-01T10:00:00Z', category: null }];
  await backendThat((path) =>
    down
      ? { status: 500, body: { message: 'down' } }
      : { status: 200, body: path.includes('newest_posts') ? rows : [] },
  );
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('Die Daten konnten nicht geladen werden.');
  expect(screen.getByText('No posts available yet')).toBeTruthy();
  down = false;
  fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Wieder da' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('pages', () => {
  const total = 230;
  const rows = Array.from({ length: total }, (_, index) => ({
    id: String(index),
    title: `Beitrag ${index}`,
    slug: `beitrag-${index}`,
    excerpt: null,
    author: 'Ada',
    comment_count: 0,
    published_at: new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString(),
    category: null,
  }));
  const paged = (path: string) => {
    const search = new URL(path, 'http://a').searchParams;
    const first = Number(search.get('skip'));
    const isList = path.includes('newest_posts');
    return { status: 200, body: isList ? rows.slice(first, first + Number(search.get('take'))) : [] };
  };

  test("The first page shows 100 posts, and 'Weitere Beiträge' leads to the address of the next page", async () => {
    await backendThat(paged);
    open();
    const more = await screen.findByRole('link', { name: 'Weitere Beiträge' });
    expect(more.getAttribute('href')).toBe('/?seite=2');
    expect(screen.getAllByRole('link', { name: /^LESEN/ })).toHaveLength(99);
    fireEvent.click(more);
    expect(await screen.findByRole('heading', { level: 1, name: 'Beiträge, Seite 2' })).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 3, name: 'Beitrag 100' })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /^LESEN/ })).toHaveLength(100);
  });

  test('The last page has no link to a next one', async () => {
    await backendThat(paged);
    open('/?seite=3');
    expect(await screen.findByRole('heading', { level: 3, name: 'Beitrag 229' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Weitere Beiträge' })).toBeNull();
  });
});
