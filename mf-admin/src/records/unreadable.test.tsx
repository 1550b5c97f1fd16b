import { staffClient } from '@ki/shared/data/clients.ts';
import { given, serviceClient, stored, unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { searchOfView } from '../courses/model/builder-view.ts';
import { givenCourse, givenModules, givenPost, givenWorkshop, storedModules } from '../testing/given.ts';
import { counting } from '../testing/network.ts';
import { field, fill, openAdmin, press, storedInput } from '../testing/open-admin.ts';
import { expectRefusedAt, makeReadable, makeUnreadable } from '../testing/unreadable.ts';

const DATE = 'Complete the date and the time; the day must exist';
const NUMBER = 'Enter a number';
const YEAR = 'The year has four digits, from 1800 to 2200';

const post = async () => addresses.editPost(await givenPost());
const page = async () => {
  const published_at = '2001-02-03T10:00:00Z';
  const values = { title: unique('Seite '), slug: unique('seite-'), content: 'Text', published_at };
  return addresses.editPage(await given('pages', values));
};
const workshop = async () =>
  addresses.editWorkshop(await givenWorkshop({ duration: '02:30:00', max_participants: 12 }));
const picture = async () => addresses.editPicture(await given('pictures', { title: unique('Bild ') }));
const lesson = async () => {
  const course = await givenCourse();
  await givenModules(course.id, [1]);
  const [module] = await storedModules(course.id);
  return addresses.courseBuilder(course) + searchOfView({ kind: 'edit-lesson', id: module?.lessons[0]?.id ?? '' });
};

test.each([
  ['posts', post, 'Publish Date', 'Update Post', DATE],
  ['pages', page, 'Publish Date', 'Update Page', DATE],
  ['workshops', workshop, 'Max Participants', 'Update Workshop', NUMBER],
  ['workshops', workshop, 'Hours', 'Update Workshop', NUMBER],
  ['workshops', workshop, 'Minutes', 'Update Workshop', NUMBER],
  ['pictures', picture, 'Focal Point from the Left (%)', 'Update Picture', NUMBER],
  ['pictures', picture, 'Focal Point from the Top (%)', 'Update Picture', NUMBER],
  ['lessons', lesson, 'Hours', 'Update Lesson', NUMBER],
] as const)(
  '%s: what cannot be read in a form is refused at its field, and overwrites nothing: %#',
  async (_, address, label, button, reason) => {
    const { user } = await openAdmin(await address());
    const control = await field(label);
    const before = control.value;
    const sent = [...['POST', 'PATCH'].map((method) => counting(method, 'rpc/save_draft')), counting('PATCH', _)];
    await fill('Title', 'Getippt');
    makeUnreadable(control);
    press(button);
    await expectRefusedAt(control, reason);
    (await field('Title')).focus();
    await user.keyboard('{Enter}');
    await expectRefusedAt(control, reason);
    await user.keyboard('{Control>}s{/Control}');
    await expectRefusedAt(control, reason);
    expect(sent.map((count) => count())).toEqual([0, 0, 0]);
    const [key = ''] = storedInput();
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    expect(JSON.stringify(kept.values)).toContain(`"${before}"`);
    expect(kept.values.title).toBe('Getippt');
  },
);

test('a new post with half a date is not published', async () => {
  const slug = unique('halb-');
  await openAdmin(addresses.newPost);
  await fill('Title', 'Ein Titel');
  await fill('Slug', slug);
  await fill('Content', 'Text');
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

/** Presses the button of a dialog or form with an unreadable control, then with values out of bounds. */
async function expectRefusals(
  form: HTMLElement,
  [label, button]: readonly [string, string],
  refusals: readonly (readonly [string | null, string])[],
): Promise<void> {
  const control = within(form).getByLabelText<HTMLInputElement>(label);
  const submit = () => fireEvent.click(within(form).getByRole('button', { name: button }));
  for (const [typed, reason] of refusals) {
    if (typed === null) makeUnreadable(control);
    else fireEvent.change(control, { target: { value: typed } });
    submit();
    await expectRefusedAt(control, reason);
    makeReadable(control);
  }
  expect(form.isConnected).toBe(true);
}

const DATES = [
  [null, DATE],
  ['0026-12-24T18:00', YEAR],
] as const;

test('half a date and a wrong year are refused in the dialog that schedules a draft', async () => {
  const { id } = await givenPost();
  const view = await openAdmin(addresses.editPost({ id }));
  await (await staffClient())
    .rpc('save_draft', { kind: 'posts', record: id, columns: { title: 'Entwurf' } })
    .throwOnError();
  view.unmount();
  await openAdmin(addresses.editPost({ id }));
  await screen.findByText('Published, with changes');
  press('Schedule');
  const sent = counting('POST', 'rpc/save_draft');
  const dialog = await screen.findByRole('dialog', { name: 'Publish this draft later' });
  await expectRefusals(dialog, ['Publish At', 'Schedule'], DATES);
  expect(sent()).toBe(0);
});

test('half a date and a wrong year are refused in the dialog that moves an entry of the calendar', async () => {
  const entry = await givenPost({ published_at: '2031-05-05T22:30:00Z' });
  await openAdmin('/admin/calendar?day=2031-05-10');
  const item = (await screen.findByRole('link', { name: entry.title })).closest('li') as HTMLElement;
  fireEvent.click(within(item).getByRole('button', { name: 'Move' }));
  const dialog = await screen.findByRole('dialog', { name: `Move “${entry.title}”` });
  await expectRefusals(dialog, ['Publish Date', 'Move'], DATES);
  expect((await stored('posts', entry.id))?.published_at).toBe('2031-05-05T22:30:00+00:00');
});

test('numbers of the platform are whole, and within their bounds', async () => {
  await openAdmin(addresses.platform);
  const form = await screen.findByRole('form', { name: 'New token' });
  const sent = counting('POST', 'rpc/create_token');
  await expectRefusals(
    form,
    ['Days', 'Create Token'],
    [
      [null, NUMBER],
      ['0', 'Enter at least 1'],
      ['-1', 'Enter at least 1'],
      ['367', 'Enter at most 366'],
      ['1.5', 'Enter a whole number'],
      ['', 'Fill in this field'],
    ],
  );
  expect(sent()).toBe(0);
});

test('an own name that cannot be read is refused at its field', async () => {
  await openAdmin(addresses.accounts);
  const form = await screen.findByRole('form', { name: 'Your account' });
  const sent = counting('PUT', 'auth/v1/user');
  await expectRefusals(form, ['Your name', 'Save Name'], [[null, 'This cannot be read']]);
  expect(sent()).toBe(0);
});
