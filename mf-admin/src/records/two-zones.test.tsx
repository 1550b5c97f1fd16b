import { staffClient } from '@ki/shared/data/clients.ts';
import { removeAfterwards, serviceClient, stored, unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost } from '../testing/given.ts';
import { field, fill, fillNewPost, openAdmin, press, rowOf, signInAdmin } from '../testing/open-admin.ts';

/** Midnight of Christmas in Zurich. */
const CHRISTMAS = '2031-12-24T23:00:17Z';

const hintOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? '';

async function entryOf(title: string) {
  return (await screen.findByRole('link', { name: title })).closest('li') as HTMLElement;
}

async function openMove(title: string) {
  fireEvent.click(within(await entryOf(title)).getByRole('button', { name: 'Move' }));
  const dialog = within(await screen.findByRole('dialog'));
  return { dialog, input: dialog.getByLabelText<HTMLInputElement>('Publish Date') };
}

const givenDraftOf = async (id: string) => {
  await signInAdmin();
  const draft = { kind: 'posts', record: id, columns: { title: unique('Entwurf ') }, publish_at: CHRISTMAS };
  await (await staffClient()).rpc('save_draft', draft).throwOnError();
};

describe.each([
  [
    'America/New_York',
    '2031-12-24T18:00',
    'Local time (New York), 00:00 on 25 December 2031 in Zurich',
    ' (Zurich)',
    ' in Zurich',
  ],
  ['Europe/Berlin', '2031-12-25T00:00', 'Local time', '', ''],
])('in a browser of %s', (zone, local, hint, named, place) => {
  const WHEN = `25. Dezember 2031, 00:00 Uhr${named}`;

  test('the form takes local time, and form, message and list name the site’s where it is another one', async () => {
    vi.stubEnv('TZ', zone);
    const slug = unique('zone-');
    removeAfterwards('posts', 'slug', slug);
    await openAdmin(addresses.newPost);
    await fillNewPost(slug);
    await fill('Title', slug);
    await fill('Publish Date', local);
    expect(hintOf(await field('Publish Date'))).toBe(
      `${hint}. Empty: published now. A later date schedules the post. Save Draft keeps it unpublished.`,
    );
    press('Create Post');
    const said = await screen.findByText(/was created and is scheduled/);
    expect(said.textContent).toContain(`“${slug}” was created and is scheduled for ${WHEN}.`);
    expect((await rowOf(slug)).textContent).toContain(WHEN);
    const { data } = await serviceClient().from('posts').select('published_at').eq('slug', slug).single();
    expect(Date.parse(data?.published_at ?? '')).toBe(Date.parse('2031-12-24T23:00Z'));
  });

  test('the calendar shows the day of the site, and the Move dialog says which zone it takes', async () => {
    vi.stubEnv('TZ', zone);
    const post = await givenPost({ published_at: CHRISTMAS });
    await openAdmin(`${addresses.calendar}?day=2031-12-25`);
    const entry = await entryOf(post.title);
    expect(entry.textContent).toContain(`00:00${named} Post, scheduled`);
    const day = entry.parentElement?.closest('li') as HTMLElement;
    expect(within(day).getByRole('heading', { level: 3 }).textContent).toContain('Thursday, 25 December 2031');
    const { dialog, input } = await openMove(post.title);
    expect([input.value, hintOf(input)]).toEqual([local, hint]);
    fireEvent.change(input, { target: { value: local.replace('2031-12', '2031-11') } });
    expect(hintOf(input)).toBe(hint.replace('December', 'November'));
    fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
    await screen.findByText(new RegExp(`is at Tuesday, 25 November 2031, 00:00${place} now\\.$`));
  });

  test('an untouched date keeps its moment and its seconds; the notice and the dialog of a draft name the zone', async () => {
    vi.stubEnv('TZ', zone);
    const post = await givenPost({ published_at: CHRISTMAS });
    const { path } = await openAdmin(addresses.editPost(post));
    const date = await field('Publish Date');
    expect([date.value, hintOf(date)]).toEqual([local, `${hint}. Empty: a draft.`]);
    await fill('Title', 'Anderer Titel');
    press('Update Post');
    await waitFor(() => expect(path()).toBe(addresses.dashboard));
    await screen.findByText(new RegExp(`was saved and is scheduled for ${WHEN.replace(/[()]/g, '\\$&')}`));
    expect(Date.parse((await stored('posts', post.id))?.published_at ?? '')).toBe(Date.parse(CHRISTMAS));
    const public_ = await givenPost();
    await givenDraftOf(public_.id);
    await openAdmin(addresses.editPost(public_));
    await screen.findByText(new RegExp(`It is published on ${WHEN.replace(/[()]/g, '\\$&')}`));
    await fill('Title', unique('Noch anders '));
    press('Save Draft');
    await screen.findByText(new RegExp(`^Draft saved at \\d\\d:\\d\\d${named.replace(/[()]/g, '\\$&')}\\.$`));
    press('Reschedule');
    const time = await field('Publish At');
    expect([time.value, hintOf(time)]).toEqual([local, `${hint}. What the form holds is saved in the draft.`]);
  });
});

test('a time that local clocks skip is refused at its field, in forms and dialogs, and nothing is stored', async () => {
  vi.stubEnv('TZ', 'Europe/Zurich');
  const SKIPPED = 'Clocks skip this time on that day. Choose another one.';
  const post = await givenPost({ published_at: '2031-03-29T08:00:00Z' });
  const { router } = await openAdmin(addresses.editPost(post));
  await fill('Publish Date', '2031-03-30T02:30');
  press('Update Post');
  await screen.findByText(SKIPPED);
  press('Cancel');
  await router.navigate(`${addresses.calendar}?day=2031-03-29`);
  const { dialog, input } = await openMove(post.title);
  fireEvent.change(input, { target: { value: '2031-03-30T02:30' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
  await dialog.findByText(SKIPPED);
  expect((await stored('posts', post.id))?.published_at).toBe(post.published_at);
});
