import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { remote } from '../../module.ts';
import { backendOf, postRow } from '../../testing/backend-that.ts';
import { givenCategory, givenPost } from '../../testing/given.ts';

const open = (address = '/') => renderRoute(remote.routes, address);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('The newest post is the hero, and each other one a card, with their facts, their texts and their links', async () => {
  const category = await givenCategory();
  const newest = await givenPost({ category_id: category.id, comment_count: 1, published_at: minutesAgo(0) });
  const values = { category_id: category.id, comment_count: 2, excerpt: 'Der Anriss.' };
  const post = await givenPost({ ...values, published_at: minutesAgo(1) });
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

  const card = screen.getByRole('heading', { level: 3, name: post.title }).closest('article');
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

test('Other posts are grouped by publication day in Zurich under a heading with day and long month in German', async () => {
  const moments = ['2026-11-21T12:00', '2026-11-20T23:30', '2026-11-20T12:00', '2026-11-20T08:00', '2026-03-01T08:00'];
  await backendOf(moments.map((moment, index) => postRow(`${index}`, { published_at: `${moment}:00Z` })));
  open();
  await screen.findByRole('heading', { level: 1, name: 'Titel 0' });
  const names = screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(names.slice(1)).toEqual([
    '21. November',
    'Titel 1',
    '20. November',
    'Titel 2',
    'Titel 3',
    '1. März',
    'Titel 4',
  ]);
});

test("A page shows 100 posts, 'Weitere Beiträge' leads to the next one, and the last has no such link", async () => {
  const moment = (index: number) => new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString();
  await backendOf(Array.from({ length: 230 }, (_, index) => postRow(`${index}`, { published_at: moment(index) })));
  const { router } = open();
  const more = await screen.findByRole('link', { name: 'Weitere Beiträge' });
  expect(more.getAttribute('href')).toBe('/?seite=2');
  expect(screen.getAllByRole('link', { name: /^LESEN/ })).toHaveLength(99);
  fireEvent.click(more);
  expect(await screen.findByRole('heading', { level: 1, name: 'Beiträge, Seite 2' })).toBeTruthy();
  expect(await screen.findByRole('heading', { level: 3, name: 'Titel 100' })).toBeTruthy();
  expect(screen.getAllByRole('link', { name: /^LESEN/ })).toHaveLength(100);
  await router.navigate('/?seite=3');
  expect(await screen.findByRole('heading', { level: 3, name: 'Titel 229' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Weitere Beiträge' })).toBeNull();
});
