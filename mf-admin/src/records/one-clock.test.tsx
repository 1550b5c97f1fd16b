import { staffClient } from '@ki/shared/data/clients.ts';
import { toLocalInput } from '@ki/shared/format/dates.ts';
import { given, removeAfterwards, serviceClient, stored, unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost } from '../testing/given.ts';
import { counting } from '../testing/network.ts';
import { field, fill, fillNewPost, openAdmin, press, rowOf, signInAdmin } from '../testing/open-admin.ts';

const MINUTE = 60_000;
/** The time of this machine, which is the database's; tests set `Date` alone. */
const databaseNow = () => performance.timeOrigin + performance.now();
const inMinutes = (minutes: number) => new Date(databaseNow() + minutes * MINUTE).toISOString();
const typed = (minutes: number) => toLocalInput(inMinutes(minutes));

const bySlug = async (table: 'posts' | 'pages', slug: string) =>
  (await serviceClient().from(table).select('published_at, updated_at').eq('slug', slug).single().throwOnError()).data;

type Row = Awaited<ReturnType<typeof bySlug>>;

/** The database wrote the row at `updated_at`: what is not later is public by its clock. */
const isPublic = ({ published_at, updated_at }: Row) => Date.parse(published_at ?? '') <= Date.parse(updated_at);

async function expectNow(row: Row, since: number) {
  expect(isPublic(row)).toBe(true);
  expect(Date.parse(row.published_at ?? '')).toBeGreaterThanOrEqual(Math.floor(since) - 1);
}

const linkIn = (said: HTMLElement) => {
  const link = within(said).getByRole('link');
  return [link.textContent, link.getAttribute('href')];
};

describe.each([
  ['ahead', 10],
  ['behind', -10],
])('with a clock of the browser ten minutes %s', (_, skew) => {
  beforeEach(async () => {
    vi.stubEnv('TZ', 'Europe/Zurich');
    await signInAdmin();
    vi.setSystemTime(databaseNow() + skew * MINUTE);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ['posts', addresses.newPost, 'Create Post'],
    ['posts', addresses.newPost, 'Done, start another'],
    ['pages', addresses.newPage, 'Create Page'],
  ] as const)('%s at %s are public at once by “%s”', async (table, address, button) => {
    const slug = unique('jetzt-');
    removeAfterwards(table, 'slug', slug);
    await openAdmin(address);
    await fillNewPost(slug);
    const since = databaseNow();
    press(button);
    const said = await screen.findByText(/was created and is public/);
    expect(linkIn(said)).toEqual(['View', table === 'posts' ? `/post/${slug}` : `/${slug}`]);
    await expectNow(await bySlug(table, slug), since);
  });

  test.each([
    [5, /was created and is scheduled for \d+\. \p{L}+ \d{4}, \d\d:\d\d Uhr\./u, 'Edit'],
    [-5, /was created and is public/, 'View'],
  ])('a new post of a time in %i minutes says what it is by the database', async (minutes, text, link) => {
    const slug = unique('geplant-');
    removeAfterwards('posts', 'slug', slug);
    await openAdmin(addresses.newPost);
    await fillNewPost(slug);
    const input = typed(minutes);
    await fill('Publish Date', input);
    press('Create Post');
    const said = await screen.findByText(text);
    expect(linkIn(said)[0]).toBe(link);
    expect(toLocalInput((await bySlug('posts', slug)).published_at)).toBe(input);
  });

  test.each([
    ['no date', null, true],
    ['a time in five minutes', 5, true],
    ['the time of five minutes ago', -5, false],
  ])('Publish of a draft with %s publishes it', async (_case, minutes, isNow) => {
    const draft = await givenPost({ published_at: null });
    await openAdmin(addresses.editPost(draft));
    const input = minutes === null ? '' : typed(minutes);
    await fill('Publish Date', input);
    const since = databaseNow();
    press('Publish');
    const said = await screen.findByText(/was published/);
    expect(linkIn(said)).toEqual(['View', `/post/${draft.slug}`]);
    const row = await bySlug('posts', draft.slug);
    if (isNow) await expectNow(row, since);
    else expect([isPublic(row), toLocalInput(row.published_at)]).toEqual([true, input]);
  });

  test('the list and the forms show what is scheduled and what is public', async () => {
    const word = unique('Liste ');
    const later = await givenPost({ title: `${word} später`, published_at: inMinutes(5) });
    const public_ = await givenPost({ title: `${word} früher`, published_at: inMinutes(-5) });
    const { router } = await openAdmin(`/admin?q=${encodeURIComponent(word)}`);
    expect((await rowOf(later.title)).textContent).toContain('Scheduled');
    expect((await rowOf(public_.title)).textContent).not.toContain('Scheduled');
    await router.navigate(addresses.editPost(later));
    await screen.findByDisplayValue(later.title);
    expect(screen.queryByRole('link', { name: 'View' })).toBeNull();
    await router.navigate(addresses.editPost(public_));
    expect((await screen.findByRole('link', { name: 'View' })).getAttribute('href')).toBe(`/post/${public_.slug}`);
  });

  test('a page is public for the links and the legal notes when it is for visitors', async () => {
    const title = unique('Seite ');
    const row = { title, slug: unique('seite-'), content: 'Text', published_at: inMinutes(5) };
    const page = await given('pages', row);
    const label = unique('Verweis ');
    await given('links', { label, address: `/${page.slug}`, page_id: page.id, place: 'footer', position: 99 });
    const { router } = await openAdmin(addresses.pages);
    expect((await rowOf(title)).textContent).toContain('Scheduled');
    await router.navigate(addresses.links);
    expect((await rowOf(label)).textContent).toMatch(/scheduled/i);
  });

  test('the calendar asks before a move that visitors notice, and names the present states', async () => {
    const public_ = await givenPost({ published_at: inMinutes(-5) });
    const later = await givenPost({ published_at: inMinutes(5) });
    await openAdmin(addresses.calendar);
    const entryOf = async (title: string) =>
      (await screen.findByRole('link', { name: title })).closest('li') as HTMLElement;
    expect((await entryOf(public_.title)).textContent).toContain('Post, public');
    expect((await entryOf(later.title)).textContent).toContain('Post, scheduled');
    const move = async (title: string, to: string) => {
      fireEvent.click(within(await entryOf(title)).getByRole('button', { name: 'Move' }));
      const dialog = within(await screen.findByRole('dialog'));
      fireEvent.change(dialog.getByLabelText('Publish Date'), { target: { value: to } });
      fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
    };
    await move(public_.title, typed(6));
    const hide = within(await screen.findByRole('dialog', { name: 'Hide it until then?' }));
    fireEvent.click(hide.getByRole('button', { name: 'Cancel' }));
    await move(later.title, typed(-6));
    const publish = within(await screen.findByRole('dialog', { name: 'Publish it now?' }));
    fireEvent.click(publish.getByRole('button', { name: 'Cancel' }));
  });

  test('a draft is scheduled for a time to come, in its form and in the calendar', async () => {
    const post = await givenPost();
    const args = { kind: 'posts', record: post.id, columns: { title: unique('Entwurf ') } };
    await (await staffClient()).rpc('save_draft', args).throwOnError();
    await openAdmin(addresses.editPost(post));
    fireEvent.click(await screen.findByRole('button', { name: 'Schedule' }));
    const time = await field('Publish At');
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.change(time, { target: { value: typed(-5) } });
    fireEvent.click(dialog.getByRole('button', { name: 'Schedule' }));
    await dialog.findByText('Choose a time in the future');
    const input = typed(5);
    fireEvent.change(time, { target: { value: input } });
    fireEvent.click(dialog.getByRole('button', { name: 'Schedule' }));
    await waitFor(async () => {
      const { data } = await serviceClient().from('drafts').select('publish_at').eq('record_id', post.id).single();
      expect(toLocalInput(data?.publish_at)).toBe(input);
    });
    expect((await stored('posts', post.id))?.title).toBe(post.title);
  });
});

test('a session lasts by the clock of the browser, however far that is ahead', async () => {
  await signInAdmin();
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(databaseNow() + 120 * MINUTE);
  const refreshes = counting('POST', 'token');
  const { router } = await openAdmin(addresses.ads);
  for (const [address, name] of [
    [addresses.calendar, 'Calendar'],
    [addresses.dashboard, 'Dashboard'],
    [addresses.ads, 'Ads Management'],
  ] as const) {
    await screen.findByRole('heading', { level: 1 });
    await router.navigate(address);
    await screen.findByRole('heading', { name });
  }
  expect(refreshes()).toBe(1);
});
