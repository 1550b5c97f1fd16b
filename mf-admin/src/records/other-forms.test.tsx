import { given, stored, unique } from '@ki/shared/testing/given.ts';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import type { BuilderView } from '../courses/model/builder-view.ts';
import { givenUploaded } from '../testing/given-picture.ts';
import { counting, holding } from '../testing/network.ts';
import { field, fill, openAdmin, press, storedInput } from '../testing/open-admin.ts';
import { givenOutline } from '../testing/outline.ts';

const KEPT = 'Kept in this browser. Nothing is stored yet.';
const SINCE = 'What you typed since is not saved yet.';

const outline = (view: (of: Awaited<ReturnType<typeof givenOutline>>) => BuilderView) => async () => {
  const course = await givenOutline();
  return course.at(view(course));
};
const newModule = outline(() => ({ kind: 'new-module' }));
const newLesson = outline(({ module }) => ({ kind: 'new-lesson', moduleId: module }));
const editModule = outline(({ module }) => ({ kind: 'edit-module', id: module }));
const editLesson = outline(({ lesson }) => ({ kind: 'edit-lesson', id: lesson }));
const picture = async () => addresses.editPicture(await given('pictures', { title: unique('Bild ') }));

/** Presses the keys that keep a form in this browser, and nowhere else. */
async function expectKept(user: UserEvent, label: string): Promise<void> {
  const sent = ['POST', 'PATCH'].flatMap((method) =>
    ['rpc/save_outline', 'modules', 'lessons', 'pictures', 'site'].map((path) => counting(method, path)),
  );
  (await field(label)).focus();
  for (const keys of ['{Enter}', '{Control>}s{/Control}', '{Meta>}s{/Meta}']) {
    await user.keyboard(keys);
    expect(await screen.findByText(KEPT)).toBeTruthy();
  }
  expect(sent.filter((count) => count() > 0)).toEqual([]);
  expect(storedInput()).toHaveLength(2);
}

test('Enter and Ctrl+S keep the form of the site in this browser, and store nothing', async () => {
  const { user } = await openAdmin(addresses.site);
  await fill('Site name', 'Getippt');
  await expectKept(user, 'Site name');
});

test.each([
  ['a new module', newModule, ['POST', 'rpc/save_outline'], 'Create Module'],
  ['a new lesson', newLesson, ['POST', 'rpc/save_outline'], 'Create Lesson'],
  ['a module', editModule, ['PATCH', 'modules'], 'Update Module'],
  ['a lesson', editLesson, ['PATCH', 'lessons'], 'Update Lesson'],
  ['a picture', picture, ['PATCH', 'pictures'], 'Update Picture'],
] as const)(
  'keys keep the form of %s, and what is typed while it is saved stays',
  async (_, address, [method, path], button) => {
    const { user } = await openAdmin(await address());
    const title = unique('Gespeichert ');
    await fill('Title', title);
    await expectKept(user, 'Title');
    const release = holding(method, path);
    press(button);
    await screen.findByRole('button', { name: 'Saving...' });
    await fill('Title', `${title} danach`);
    release();
    const isNew = button.startsWith('Create');
    expect(await screen.findByText(isNew ? 'Your unsaved input was restored.' : SINCE)).toBeTruthy();
    expect((await field('Title')).value).toBe(`${title} danach`);
    expect(storedInput()).toHaveLength(2);
    if (!isNew) return;
    press(button.replace('Create', 'Update'));
    expect(await screen.findByText(new RegExp(`“${title} danach” was saved`))).toBeTruthy();
  },
);

test('Enter in a dialog acts, and Ctrl+S in it keeps no form', async () => {
  const { id } = await givenUploaded();
  const { user } = await openAdmin(addresses.editPicture({ id }));
  await fill('Title', 'Getippt');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByRole('dialog');
  await user.keyboard('{Control>}s{/Control}');
  expect(screen.queryByText(KEPT)).toBeNull();
  expect(await stored('pictures', id)).not.toBeNull();
});
