import { toLocalInput } from '@ki/shared/format/dates.ts';
import { given, newText, serviceClient, stored, unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPage, givenPost } from '../testing/given.ts';
import { draftOf, givenDraft } from '../testing/given-role.ts';
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

/** The link of the message about a record. */
async function linkSaid(title: string, text: string) {
  const link = within(await screen.findByText(new RegExp(`“${title}” ${text}`, 'u'))).getByRole('link');
  return [link.textContent, link.getAttribute('href')];
}

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

  /** Creates a post or page, by default without a date. */
  async function create(table: 'posts' | 'pages', button: string, date = '') {
    const slug = newText(table, 'slug', 'jetzt-');
    await waitFor(async () => expect((await field('Title')).value).toBe(''));
    await fillNewPost(slug);
    await fill('Title', slug);
    await fill('Publish Date', date);
    press(button);
    return slug;
  }

  test('what is new is public at once without a date, and what a date makes of it is said by the database', async () => {
    const { router } = await openAdmin(addresses.newPost);
    const since = databaseNow();
    const another = await create('posts', 'Done, start another');
    expect(await linkSaid(another, 'was created and is public')).toEqual(['View', `/post/${another}`]);
    await expectNow(await bySlug('posts', another), since);

    const [later, earlier] = [typed(5), typed(-5)];
    const scheduled = await create('posts', 'Done, start another', later);
    const when = 'was created and is scheduled for \\d+\\. \\p{L}+ \\d{4}, \\d\\d:\\d\\d Uhr\\.';
    expect((await linkSaid(scheduled, when))[0]).toBe('Edit');
    expect(toLocalInput((await bySlug('posts', scheduled)).published_at)).toBe(later);
    const past = await create('posts', 'Done, start another', earlier);
    expect((await linkSaid(past, 'was created and is public'))[0]).toBe('View');
    expect(toLocalInput((await bySlug('posts', past)).published_at)).toBe(earlier);

    const post = await create('posts', 'Create Post');
    expect(await linkSaid(post, 'was created and is public')).toEqual(['View', `/post/${post}`]);
    await expectNow(await bySlug('posts', post), since);
    await router.navigate(addresses.newPage);
    await screen.findByRole('button', { name: 'Create Page' });
    const page = await create('pages', 'Create Page');
    expect(await linkSaid(page, 'was created and is public')).toEqual(['View', `/${page}`]);
    await expectNow(await bySlug('pages', page), since);
  });

  test('Publish of a draft publishes it: without a date and with a later one now, with an earlier one then', async () => {
    const { router, path } = await openAdmin(addresses.accounts);
    for (const minutes of [null, 5, -5]) {
      const draft = await givenPost({ published_at: null });
      await router.navigate(addresses.editPost(draft));
      await screen.findByDisplayValue(draft.title);
      const input = minutes === null ? '' : typed(minutes);
      await fill('Publish Date', input);
      const since = databaseNow();
      press('Publish');
      expect(await linkSaid(draft.title, 'was published')).toEqual(['View', `/post/${draft.slug}`]);
      await waitFor(() => expect(path()).toBe(addresses.dashboard));
      const row = await bySlug('posts', draft.slug);
      if (minutes !== -5) await expectNow(row, since);
      else expect([isPublic(row), toLocalInput(row.published_at)]).toEqual([true, input]);
    }
  });

  test('a draft is scheduled for a time to come', async () => {
    const post = await givenDraft();
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
    await waitFor(async () => expect(toLocalInput((await draftOf(post.id))?.publish_at)).toBe(input));
    expect((await stored('posts', post.id))?.title).toBe(post.title);
  });

  test('lists, forms and the calendar show what is scheduled and what is public; a move that visitors notice is asked about', async () => {
    const word = unique('Liste ');
    const later = await givenPost({ title: `${word} später`, published_at: inMinutes(5) });
    const public_ = await givenPost({ title: `${word} früher`, published_at: inMinutes(-5) });
    const page = await givenPage({ published_at: inMinutes(5) });
    const label = unique('Verweis ');
    await given('links', { label, address: `/${page.slug}`, page_id: page.id, place: 'footer', position: 99 });

    const { router } = await openAdmin(`/admin?q=${encodeURIComponent(word)}`);
    const listed = (post: { title: string }) => screen.findByRole('row', { name: new RegExp(post.title) });
    expect((await listed(later)).textContent).toContain('Scheduled');
    expect((await listed(public_)).textContent).not.toContain('Scheduled');
    const view = () => screen.queryByRole('link', { name: 'View' })?.getAttribute('href');
    for (const [post, address] of [[later] as const, [public_, `/post/${public_.slug}`] as const]) {
      await router.navigate(addresses.editPost(post));
      await screen.findByDisplayValue(post.title);
      expect([view(), screen.queryByRole('button', { name: 'Publish' })]).toEqual([address, null]);
    }
    await router.navigate(addresses.pages);
    expect((await rowOf(page.title)).textContent).toContain('Scheduled');
    await router.navigate(addresses.links);
    expect((await rowOf(label)).textContent).toMatch(/scheduled/i);

    await router.navigate(addresses.calendar);
    const entryOf = async (called: string) =>
      (await screen.findByRole('link', { name: called })).closest('li') as HTMLElement;
    for (const [post, state, minutes, question] of [
      [public_, 'Post, public', 6, 'Hide it until then?'],
      [later, 'Post, scheduled', -6, 'Publish it now?'],
    ] as const) {
      const entry = await entryOf(post.title);
      expect(entry.textContent).toContain(state);
      fireEvent.click(within(entry).getByRole('button', { name: 'Move' }));
      const dialog = within(await screen.findByRole('dialog'));
      fireEvent.change(dialog.getByLabelText('Publish Date'), { target: { value: typed(minutes) } });
      fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
      const asked = within(await screen.findByRole('dialog', { name: question }));
      fireEvent.click(asked.getByRole('button', { name: 'Cancel' }));
    }
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
