import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ABOUT_AI } from '../../model/ai.ts';
import { remote } from '../../module.ts';
import { type Answer, backendThat } from '../../testing/backend-that.ts';

const GENERATED = 'Diesen Beitrag hat eine KI geschrieben. Die Redaktion hat diese Fassung noch nicht geprüft.';
const ASSISTED = 'Diesen Beitrag hat eine KI geschrieben. Die Redaktion hat ihn geprüft und steht für ihn ein.';
const MARK = 'Von KI geschrieben';

const post = (slug: string, ai: string) => ({
  id: slug,
  slug,
  title: `Titel ${slug}`,
  excerpt: null,
  content: 'Text',
  author: 'Ada',
  comment_count: 0,
  published_at: '2026-01-01T10:00:00Z',
  updated_at: '2026-01-01T10:00:00Z',
  category: null,
  picture: null,
  ai,
});

/** The database computes the part of AI, so that rows with each of its values are made up. */
const postsOf = (rows: readonly ReturnType<typeof post>[]) =>
  backendThat((path): Answer => {
    const slug = /slug=eq\.([^&]*)/.exec(path)?.[1];
    if (!/newest_posts|\/posts/.test(path)) return { status: 200, body: [] };
    return { status: 200, body: slug ? rows.filter((row) => row.slug === slug) : rows };
  });

test.each([
  ['generated', GENERATED],
  ['assisted', ASSISTED],
])('A post whose text is %s says so, with a link to how the site works with AI', async (ai, sentence) => {
  await postsOf([post('eins', ai)]);
  renderRoute(remote.routes, '/post/eins');
  const note = await screen.findByText(sentence);
  fireEvent.click(within(note).getByRole('link', { name: ABOUT_AI }));
  expect(await screen.findByRole('heading', { level: 1, name: ABOUT_AI })).toBeTruthy();
  expect(screen.getByText(sentence)).toBeTruthy();
});

test('Any other post says nothing about AI', async () => {
  await postsOf([post('eins', 'none')]);
  renderRoute(remote.routes, '/post/eins');
  await screen.findByRole('heading', { level: 1, name: 'Titel eins' });
  expect(screen.queryByText(/KI/)).toBeNull();
});

test('Hero, cards and related posts mark what nobody has reviewed', async () => {
  const rows = [post('a', 'generated'), post('b', 'generated'), post('c', 'assisted'), post('d', 'none')];
  await postsOf(rows);
  const { unmount } = renderRoute(remote.routes, '/');
  const hero = await screen.findByRole('heading', { level: 1, name: 'Titel a' });
  expect(within(hero.parentElement as HTMLElement).getByText(MARK)).toBeTruthy();
  const cards = screen.getAllByRole('article').map((card) => within(card).queryByText(MARK) !== null);
  expect(cards).toEqual([true, false, false]);
  unmount();
  renderRoute(remote.routes, '/post/d');
  const related = within(await screen.findByRole('region', { name: 'Weitere Beiträge' }));
  expect(related.getAllByText(MARK)).toHaveLength(2);
});
