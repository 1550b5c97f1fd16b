import { sessionStore } from '@ki/shared/session/session-store.ts';
import { given, stored, unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { searchOfView } from '../courses/model/builder-view.ts';
import { givenCourse, givenModules, storedModules } from '../testing/given.ts';
import { givenUploaded } from '../testing/given-picture.ts';
import { givenRemote } from '../testing/given-remote.ts';
import { givenRole, leave } from '../testing/given-role.ts';
import { counting, endingSession, holding, respondWith } from '../testing/network.ts';
import { field, fill, openAdmin, press, signInAdmin, storedInput } from '../testing/open-admin.ts';

const KEPT = 'Kept in this browser. Nothing is stored yet.';
const SINCE = 'What you typed since is not saved yet.';

const outline = async () => {
  const course = await givenCourse();
  await givenModules(course.id, [1]);
  const [module] = await storedModules(course.id);
  return { course, module: module?.id ?? '', lesson: module?.lessons[0]?.id ?? '' };
};
const builder = (course: { readonly id: string }, view: Parameters<typeof searchOfView>[0]) =>
  addresses.courseBuilder(course) + searchOfView(view);
const newModule = async () => builder((await outline()).course, { kind: 'new-module' });
const newLesson = async () => {
  const { course, module } = await outline();
  return builder(course, { kind: 'new-lesson', moduleId: module });
};
const editModule = async () => {
  const { course, module } = await outline();
  return builder(course, { kind: 'edit-module', id: module });
};
const editLesson = async () => {
  const { course, lesson } = await outline();
  return builder(course, { kind: 'edit-lesson', id: lesson });
};
const picture = async () => addresses.editPicture(await given('pictures', { title: unique('Bild ') }));
const site = async () => addresses.site;

test.each([
  ['a new module', newModule, 'Title'],
  ['a new lesson', newLesson, 'Title'],
  ['a module', editModule, 'Title'],
  ['a lesson', editLesson, 'Title'],
  ['a picture', picture, 'Title'],
  ['the site', site, 'Site name'],
] as const)('Enter and Ctrl+S keep the form of %s in this browser, and store nothing', async (_, address, label) => {
  const { user } = await openAdmin(await address());
  await fill(label, 'Getippt');
  const sent = ['POST', 'PATCH'].flatMap((method) =>
    ['rpc/save_outline', 'modules', 'lessons', 'pictures', 'site'].map((path) => counting(method, path)),
  );
  (await field(label)).focus();
  for (const keys of ['{Enter}', '{Control>}s{/Control}', '{Meta>}s{/Meta}']) {
    await user.keyboard(keys);
    expect(await screen.findByText(KEPT)).toBeTruthy();
  }
  expect(sent.map((count) => count()).every((count) => count === 0)).toBe(true);
  expect(storedInput()).toHaveLength(2);
  await user.clear(await field(label));
});

test.each([
  ['a new module', newModule, ['POST', 'rpc/save_outline'], 'Create Module'],
  ['a new lesson', newLesson, ['POST', 'rpc/save_outline'], 'Create Lesson'],
] as const)('what is typed while %s is created waits in its form', async (_, address, [method, path], button) => {
  await openAdmin(await address());
  const title = unique('Neu ');
  await fill('Title', title);
  const release = holding(method, path);
  press(button);
  await screen.findByRole('button', { name: 'Saving...' });
  await fill('Title', `${title} danach`);
  release();
  expect(await screen.findByText('Your unsaved input was restored.')).toBeTruthy();
  expect((await field('Title')).value).toBe(`${title} danach`);
  press(button.replace('Create', 'Update'));
  expect(await screen.findByText(new RegExp(`“${title} danach” was saved`))).toBeTruthy();
});

test.each([
  ['a module', editModule, ['PATCH', 'modules'], 'Update Module'],
  ['a lesson', editLesson, ['PATCH', 'lessons'], 'Update Lesson'],
  ['a picture', picture, ['PATCH', 'pictures'], 'Update Picture'],
] as const)('what is typed while %s is saved stays', async (_, address, [method, path], button) => {
  await openAdmin(await address());
  await fill('Title', 'Gespeichert');
  const release = holding(method, path);
  press(button);
  await screen.findByRole('button', { name: 'Saving...' });
  await fill('Title', 'Danach');
  release();
  expect(await screen.findByText(SINCE)).toBeTruthy();
  expect((await field('Title')).value).toBe('Danach');
  expect(storedInput()).toHaveLength(2);
});

test('a form with a link keeps what is typed while the link is made', async () => {
  await openAdmin(addresses.accounts);
  const [first, second] = [`${unique('eins-')}@example.com`, `${unique('zwei-')}@example.com`];
  await fill('Email', first);
  const release = holding('POST', 'rpc/invite_colleague');
  press('Create Invitation');
  await fill('Email', second);
  release();
  expect(await screen.findByText(`${first} is invited.`)).toBeTruthy();
  expect((await field('Email')).value).toBe(second);
});

test('the own name: Enter stores it, keys of a record form do not; what is typed meanwhile, and over the end of a session, stays', async () => {
  // Tests of other files read the name of the administrator meanwhile.
  await givenRole('editor');
  onTestFinished(leave);
  const { user } = await openAdmin(addresses.accounts);
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Your name' });
  const sent = counting('PUT', 'auth/v1/user');
  fireEvent.change(name, { target: { value: 'Anna' } });
  name.focus();
  await user.keyboard('{Control>}s{/Control}');
  expect([sent(), screen.queryByText(KEPT)]).toEqual([0, null]);
  const release = holding('PUT', 'auth/v1/user');
  await user.keyboard('{Enter}');
  fireEvent.change(name, { target: { value: 'Anna Muster' } });
  release();
  expect(await screen.findByText(`Your name is saved. ${SINCE}`)).toBeTruthy();
  expect([name.value, sessionStore.getState().user?.name]).toEqual(['Anna Muster', 'Anna']);
  endingSession('PUT', 'auth/v1/user');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Your name could not be saved. Please try again.')).toBeTruthy();
  expect(sessionStore.getState()).toMatchObject({ status: 'anonymous', ended: 'by-itself' });
  expect(name.value).toBe('Anna Muster');
});

test('dialogs stay open with what is typed while their action runs', async () => {
  await signInAdmin();
  const remote = await givenRemote();
  respondWith('readyz', { failing: [] });
  await openAdmin(addresses.platform);
  const card = within(await screen.findByRole('region', { name: remote }));
  fireEvent.click(card.getByRole('button', { name: 'Roll Back' }));
  const dialog = within(await screen.findByRole('dialog'));
  const reason = dialog.getByLabelText<HTMLInputElement>('Reason');
  fireEvent.change(reason, { target: { value: 'Zu langsam' } });
  const release = holding('POST', 'rpc/move_remote');
  fireEvent.click(dialog.getByRole('button', { name: 'Roll Back' }));
  fireEvent.change(reason, { target: { value: 'Zu langsam, und ohne Bilder' } });
  release();
  expect(await dialog.findByText('What you typed since is not part of it.')).toBeTruthy();
  expect(reason.value).toBe('Zu langsam, und ohne Bilder');
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

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
