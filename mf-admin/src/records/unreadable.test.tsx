import { given, serviceClient, stored, unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost, givenWorkshop } from '../testing/given.ts';
import { givenDraft } from '../testing/given-role.ts';
import { counting } from '../testing/network.ts';
import { field, fill, fillNewPost, openAdmin, press, storedInput } from '../testing/open-admin.ts';
import { givenOutline } from '../testing/outline.ts';
import { expectRefusedAt, makeReadable, makeUnreadable } from '../testing/unreadable.ts';

const DATE = 'Complete the date and the time; the day must exist';
const NUMBER = 'Enter a number';
const YEAR = 'The year has four digits, from 1800 to 2200';

const post = async () => addresses.editPost(await givenPost());
const workshop = async () =>
  addresses.editWorkshop(await givenWorkshop({ duration: '02:30:00', max_participants: 12 }));
const picture = async () => addresses.editPicture(await given('pictures', { title: unique('Bild ') }));
const lesson = async () => {
  const { lesson: id, at } = await givenOutline();
  return at({ kind: 'edit-lesson', id });
};

test.each([
  ['posts', post, ['Publish Date'], 'Update Post', DATE],
  ['workshops', workshop, ['Max Participants', 'Hours', 'Minutes'], 'Update Workshop', NUMBER],
  ['pictures', picture, ['Focal Point from the Left (%)', 'Focal Point from the Top (%)'], 'Update Picture', NUMBER],
  ['lessons', lesson, ['Hours'], 'Update Lesson', NUMBER],
] as const)(
  '%s: what cannot be read in a form is refused at its field, and overwrites nothing',
  async (table, address, labels, button, reason) => {
    const { user } = await openAdmin(await address());
    const sent = [counting('POST', 'rpc/save_draft'), counting('PATCH', table)];
    await fill('Title', 'Getippt');
    for (const label of labels) {
      const control = await field(label);
      const before = control.value;
      makeUnreadable(control);
      press(button);
      await expectRefusedAt(control, reason);
      (await field('Title')).focus();
      await user.keyboard('{Enter}');
      await expectRefusedAt(control, reason);
      await user.keyboard('{Control>}s{/Control}');
      await expectRefusedAt(control, reason);
      const [key = ''] = storedInput();
      const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}');
      expect(JSON.stringify(kept.values)).toContain(`"${before}"`);
      expect(kept.values.title).toBe('Getippt');
      makeReadable(control);
      await fill(label, before);
    }
    expect(sent.map((count) => count())).toEqual([0, 0]);
  },
);

test('a new post with half a date is not published', async () => {
  const slug = unique('halb-');
  await openAdmin(addresses.newPost);
  await fillNewPost(slug);
  const date = await field('Publish Date');
  makeUnreadable(date);
  for (const name of ['Create Post', 'Save Draft', 'Done, start another']) {
    press(name);
    await expectRefusedAt(date, DATE);
  }
  expect(await serviceClient().from('posts').select().eq('slug', slug)).toMatchObject({ data: [] });
});

test('a year of two digits is refused; an old date that nobody touched is saved as it is', async () => {
  const old = await givenPost({ published_at: '1789-07-14T10:00:17Z' });
  const { path } = await openAdmin(addresses.editPost(old));
  const date = await field('Publish Date');
  const before = date.value;
  for (const typed of ['0026-12-24T18:00', '2201-01-01T00:00']) {
    await fill('Publish Date', typed);
    press('Update Post');
    await expectRefusedAt(date, YEAR);
  }
  await fill('Publish Date', before);
  await fill('Title', 'Neuer Titel');
  press('Update Post');
  await waitFor(() => expect(path()).toBe(addresses.dashboard));
  const row = await stored('posts', old.id);
  expect(row?.title).toBe('Neuer Titel');
  expect(Date.parse(row?.published_at ?? '')).toBe(Date.parse('1789-07-14T10:00:17Z'));
});

type Refusals = readonly (readonly [typed: string | null, reason: string])[];

/** Presses the button of a dialog or form with an unreadable control, then with values out of bounds. */
async function expectRefusals(form: HTMLElement, label: string, button: string, refusals: Refusals): Promise<void> {
  const control = within(form).getByLabelText<HTMLInputElement>(label);
  for (const [typed, reason] of refusals) {
    if (typed === null) makeUnreadable(control);
    else fireEvent.change(control, { target: { value: typed } });
    fireEvent.click(within(form).getByRole('button', { name: button }));
    await expectRefusedAt(control, reason);
    makeReadable(control);
  }
  expect(form.isConnected).toBe(true);
}

test('half a date and a wrong year are refused in the dialogs that schedule a draft and move an entry of the calendar', async () => {
  const dates: Refusals = [
    [null, DATE],
    ['0026-12-24T18:00', YEAR],
  ];
  const { router } = await openAdmin(addresses.editPost(await givenDraft()));
  await screen.findByText('Published, with changes');
  press('Schedule');
  const sent = counting('POST', 'rpc/save_draft');
  const schedule = await screen.findByRole('dialog', { name: 'Publish these changes later' });
  await expectRefusals(schedule, 'Publish At', 'Schedule', dates);
  expect(sent()).toBe(0);
  fireEvent.click(within(schedule).getByRole('button', { name: 'Cancel' }));

  const entry = await givenPost({ published_at: '2031-05-05T22:30:00Z' });
  await router.navigate('/admin/calendar?day=2031-05-10');
  const item = (await screen.findByRole('link', { name: entry.title })).closest('li') as HTMLElement;
  fireEvent.click(within(item).getByRole('button', { name: 'Move' }));
  const dialog = await screen.findByRole('dialog', { name: `Move “${entry.title}”` });
  await expectRefusals(dialog, 'Publish Date', 'Move', dates);
  expect((await stored('posts', entry.id))?.published_at).toBe('2031-05-05T22:30:00+00:00');
});

const DAYS: Refusals = [
  [null, NUMBER],
  ['0', 'Enter at least 1'],
  ['-1', 'Enter at least 1'],
  ['367', 'Enter at most 366'],
  ['1.5', 'Enter a whole number'],
  ['', 'Fill in this field'],
];

test.each<[name: string, address: string, label: string, button: string, path: string, refusals: Refusals]>([
  ['New token', addresses.platform, 'Days', 'Create Token', 'rpc/create_token', DAYS],
  ['Your account', addresses.accounts, 'Your name', 'Save Name', 'user', [[null, 'This cannot be read']]],
])(
  'the form “%s” refuses what it cannot read, and what is out of bounds',
  async (name, address, label, button, path, of) => {
    await openAdmin(address);
    const form = await screen.findByRole('form', { name });
    const sent = ['POST', 'PUT'].map((method) => counting(method, path));
    await expectRefusals(form, label, button, of);
    expect(sent.map((count) => count())).toEqual([0, 0]);
  },
);
