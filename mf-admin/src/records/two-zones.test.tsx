import { newText, serviceClient, stored } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost } from '../testing/given.ts';
import { givenDraft } from '../testing/given-role.ts';
import { field, fill, fillNewPost, openAdmin, press, rowOf, submit } from '../testing/open-admin.ts';

/** Midnight of Christmas in Zurich. */
const CHRISTMAS = '2031-12-24T23:00:17Z';

const hintOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? '';

async function openMove(title: string) {
  fireEvent.click(within(await rowOf(title)).getByRole('button', { name: 'Move' }));
  const dialog = within(await screen.findByRole('dialog'));
  return { dialog, input: dialog.getByLabelText<HTMLInputElement>('Publish Date') };
}

const saidAbout = (text: string) => screen.findByText((content) => content.includes(text));

describe('in a browser of New York', () => {
  const LOCAL = '2031-12-24T18:00';
  const HINT = 'Local time (New York), 00:00 on 25 December 2031 in Zurich';
  const WHEN = '25. Dezember 2031, 00:00 Uhr (Zurich)';
  beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'));

  test('the form takes local time, and form, message and list name the site’s', async () => {
    const slug = newText('posts', 'slug', 'zone-');
    await openAdmin(addresses.newPost);
    await fillNewPost(slug);
    await fill('Title', slug);
    await fill('Publish Date', LOCAL);
    expect(hintOf(await field('Publish Date'))).toBe(
      `${HINT}. Empty: published now. A later date schedules the post. Save Draft keeps it unpublished.`,
    );
    press('Create Post');
    await saidAbout(`“${slug}” was created and is scheduled for ${WHEN}.`);
    expect((await rowOf(slug)).textContent).toContain(WHEN);
    const { data } = await serviceClient().from('posts').select('published_at').eq('slug', slug).single();
    expect(Date.parse(data?.published_at ?? '')).toBe(Date.parse('2031-12-24T23:00Z'));
  });

  test('the calendar shows the day of the site, and the Move dialog says which zone it takes', async () => {
    const post = await givenPost({ published_at: CHRISTMAS });
    await openAdmin(`${addresses.calendar}?day=2031-12-25`);
    const entry = await rowOf(post.title);
    expect(entry.textContent).toContain('00:00 (Zurich) Post, scheduled');
    const day = entry.parentElement?.closest('li') as HTMLElement;
    expect(within(day).getByRole('heading', { level: 3 }).textContent).toContain('Thursday, 25 December 2031');
    const { dialog, input } = await openMove(post.title);
    expect([input.value, hintOf(input)]).toEqual([LOCAL, HINT]);
    fireEvent.change(input, { target: { value: LOCAL.replace('2031-12', '2031-11') } });
    expect(hintOf(input)).toBe(HINT.replace('December', 'November'));
    fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
    await saidAbout('is at Tuesday, 25 November 2031, 00:00 in Zurich now.');
  });

  test('an untouched date keeps its moment and its seconds; the notice and the dialog of a draft name the zone', async () => {
    const post = await givenPost({ published_at: CHRISTMAS });
    const { path, router } = await openAdmin(addresses.editPost(post));
    const date = await field('Publish Date');
    expect([date.value, hintOf(date)]).toEqual([LOCAL, `${HINT}. Empty: a draft.`]);
    await fill('Title', 'Anderer Titel');
    await submit(path, 'Update Post', addresses.dashboard);
    await saidAbout(`was saved and is scheduled for ${WHEN}`);
    expect(Date.parse((await stored('posts', post.id))?.published_at ?? '')).toBe(Date.parse(CHRISTMAS));
    const public_ = await givenDraft({ title: 'Entwurf' }, { publish_at: CHRISTMAS });
    await router.navigate(addresses.editPost(public_));
    await saidAbout(`It is published on ${WHEN}`);
    await fill('Title', 'Noch anders');
    press('Save Draft');
    await screen.findByText(/^Draft saved at \d\d:\d\d \(Zurich\)\.$/);
    press('Reschedule');
    const time = await field('Publish At');
    expect([time.value, hintOf(time)]).toEqual([
      LOCAL,
      `${HINT}. They wait in a draft until then, and visitors see no change.`,
    ]);
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
