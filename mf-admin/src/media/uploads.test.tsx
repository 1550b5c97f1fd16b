import { sessionStore } from '@ki/shared/session/session-store.ts';
import { newText } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { pngFile } from '../testing/given-picture.ts';
import { counting, holding } from '../testing/network.ts';
import { field, fill, openAdmin, press } from '../testing/open-admin.ts';
import { givenOutline } from '../testing/outline.ts';

const titles = (count: number) => Array.from({ length: count }, () => newText('pictures', 'title', 'Foto '));
const files = (names: readonly string[]) => names.map((name) => pngFile(`${name}.png`));
const question = () => screen.findByRole('dialog', { name: 'Leave during the upload?' });
const asksToStay = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Opens the library, and adds files whose rows are held. */
async function uploading(count: number) {
  const names = titles(count);
  const release = holding('POST', 'pictures');
  onTestFinished(release);
  const view = await openAdmin(addresses.pictures);
  const chooser = await screen.findByLabelText('Picture files');
  fireEvent.change(chooser, { target: { files: files(names) } });
  await screen.findAllByText(/is being uploaded/);
  return { ...view, names, release };
}

test('leaving and reloading amid uploads ask first, and name what is not uploaded; afterwards nothing is asked', async () => {
  const { path, names, release, user } = await uploading(5);
  expect(asksToStay()).toBe(true);
  fireEvent.click(screen.getByRole('link', { name: 'Ads' }));
  for (const name of names) expect(within(await question()).getByText(`${name}.png`)).toBeTruthy();
  await user.click(within(await question()).getByRole('button', { name: 'Stay' }));
  expect(path()).toBe(addresses.pictures);
  release();
  expect(await screen.findByText('5 of 5 uploaded.')).toBeTruthy();
  expect(asksToStay()).toBe(false);
  fireEvent.click(screen.getByRole('link', { name: 'Ads' }));
  await waitFor(() => expect(path()).toBe(addresses.ads));
});

test('Stop and then Try again at once uploads the picture, while the stopped one is still being removed', async () => {
  const { names, release } = await uploading(1);
  const remove = holding('DELETE', 'pictures');
  onTestFinished(remove);
  const removed = counting('DELETE', 'pictures');
  press('Stop');
  release();
  await waitFor(() => expect(removed()).toBe(1));
  press('Try again');
  expect(await screen.findByText('1 of 1 uploaded.')).toBeTruthy();
  expect(screen.queryByText(/duplicate key/)).toBeNull();
  remove();
  expect(await screen.findByRole('link', { name: names[0] ?? '' })).toBeTruthy();
});

test('what a reload has interrupted is named, until somebody dismisses it', async () => {
  const { unmount, release } = await uploading(1);
  release();
  await screen.findByText('1 of 1 uploaded.');
  unmount();
  const key = `ki-uploads/${sessionStore.getState().user?.id}`;
  expect(sessionStorage.getItem(key)).toBeNull();
  sessionStorage.setItem(key, JSON.stringify({ 'of-the-page-before': 'Am See.png' }));
  await openAdmin(addresses.pictures);
  expect(await screen.findByText('Am See.png')).toBeTruthy();
  expect(screen.getByText('The page was left before it was uploaded. Choose the file once more.')).toBeTruthy();
  press('Dismiss');
  expect(screen.queryByText('Am See.png')).toBeNull();
  expect(sessionStorage.getItem(key)).toBeNull();
});

const newWorkshop = async () => addresses.newWorkshop;
const newLesson = async () => {
  const { module, at } = await givenOutline();
  return at({ kind: 'new-lesson', moduleId: module });
};

test.each([
  ['workshops', newWorkshop, 'Workshop', addresses.workshops],
  ['lessons', newLesson, 'Lesson', null],
] as const)(
  '%s: Create while a picture of the text is uploaded stores the record, and leaving still asks first',
  async (table, address, noun, list) => {
    const [title, name = ''] = [newText(table, 'title', 'Neu '), ...titles(1)];
    const release = holding('POST', 'pictures');
    onTestFinished(release);
    const { path, user } = await openAdmin(await address());
    await fill('Title', title);
    fireEvent.paste(await field('Content'), { clipboardData: { files: files([name]), getData: () => '' } });
    await screen.findByText(/is being uploaded/);
    press(`Create ${noun}`);
    await screen.findByRole('button', { name: `Update ${noun}` });
    if (list) await screen.findByText(`The form stays, as files were not uploaded yet: ${name}.png.`);
    const before = path();
    fireEvent.click(screen.getByRole('link', { name: 'Ads' }));
    await user.click(within(await question()).getByRole('button', { name: 'Stay' }));
    expect(path()).toBe(before);
    release();
    await waitFor(() => expect(asksToStay()).toBe(false));
    if (list) press(`Update ${noun}`);
    else fireEvent.click(screen.getByRole('link', { name: 'Ads' }));
    await waitFor(() => expect(path()).toBe(list ?? addresses.ads));
  },
);
