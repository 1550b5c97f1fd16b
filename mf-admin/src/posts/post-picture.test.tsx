import { newText, stored } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost } from '../testing/given.ts';
import { givenUploaded, pngFile } from '../testing/given-picture.ts';
import { field, openAdmin, press, submit } from '../testing/open-admin.ts';

const fieldset = () => within(screen.getByRole('group', { name: 'Picture' }));

async function chooseIn(button: string, title: string) {
  press(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose a picture' }));
  fireEvent.change(dialog.getByRole('searchbox', { name: 'Search pictures' }), { target: { value: title } });
  fireEvent.click(await dialog.findByRole('button', { name: title }));
}

test('A picture without alternative text can be chosen, but not published until it is described', async () => {
  const picture = await givenUploaded();
  const post = await givenPost({ published_at: null });
  const { path } = await openAdmin(addresses.editPost(post));
  await screen.findByRole('button', { name: 'Choose a Picture' });
  await chooseIn('Choose a Picture', picture.title);
  expect(await fieldset().findByText('It has no alternative text.')).toBeTruthy();

  press('Publish');
  const refusal = `The picture "${picture.title}" has no alternative text. Write one in the library, or mark the picture as decorative.`;
  expect(await fieldset().findByText(refusal)).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose Another Picture' })),
  );
  expect(await stored('posts', post.id)).toMatchObject({ published_at: null, picture: null });

  fireEvent.change(fieldset().getByLabelText('Alternative Text'), { target: { value: 'Eine Gruppe am Tisch' } });
  press('Save Description');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Description' })).toBeNull());
  expect(await stored('pictures', picture.id)).toMatchObject({ alt: 'Eine Gruppe am Tisch' });
  await submit(path, 'Publish', '/admin');
  expect(await stored('posts', post.id)).toMatchObject({ picture: picture.id });
});

test('A picture is removed from a post', async () => {
  const picture = await givenUploaded({ alt: 'Am Tisch' });
  const post = await givenPost({ picture: picture.id });
  const { path } = await openAdmin(addresses.editPost(post));
  expect(await screen.findByRole('img', { name: 'Am Tisch' })).toBeTruthy();
  press('Remove the Picture');
  await submit(path, 'Update Post', '/admin');
  expect((await stored('posts', post.id))?.picture).toBeNull();
});

test('A chosen picture is written at the cursor, with its alternative text; a text says which lack one', async () => {
  const picture = await givenUploaded({ alt: 'Am [runden] Tisch' });
  const bare = await givenUploaded();
  await openAdmin('/admin/posts/new');
  const content = await field<HTMLTextAreaElement>('Content');
  fireEvent.change(content, { target: { value: 'Davor danach' } });
  content.setSelectionRange(6, 6);
  await chooseIn('Picture', picture.title);
  expect(content.value).toBe(`Davor ![Am \\[runden\\] Tisch](/_pictures/${picture.id})danach`);
  fireEvent.change(content, { target: { value: `![](/_pictures/${bare.id})` } });
  expect(await screen.findByRole('group', { name: 'Picture without alternative text, line 1' })).toBeTruthy();
  fireEvent.change(content, { target: { value: `![Am Tisch](/_pictures/${bare.id})` } });
  await waitFor(() => expect(screen.queryByRole('group', { name: /^Picture without/ })).toBeNull());
});

test('A pasted file is in the text at once; one that cannot be stored is taken out, and nothing else', async () => {
  const title = newText('pictures', 'title', 'Foto ');
  await openAdmin('/admin/posts/new');
  const content = await field<HTMLTextAreaElement>('Content');
  fireEvent.change(content, { target: { value: 'Davor ' } });
  const name = `${title}.png`;
  const getData = (type: string) => (type === 'text/plain' ? name : '');
  fireEvent.paste(content, { clipboardData: { types: ['text/plain', 'Files'], files: [pngFile(name)], getData } });
  await waitFor(() => expect(content.value).toMatch(/^Davor \n\n!\[\]\(\/_pictures\/[0-9a-f-]{36}\)\n\n$/));
  const [, id = ''] = /_pictures\/([0-9a-f-]{36})/.exec(content.value) ?? [];
  await waitFor(async () => expect(await stored('pictures', id)).toMatchObject({ title }));

  const before = content.value;
  fireEvent.paste(content, {
    clipboardData: { types: ['Files'], files: [new File(['%PDF'], 'kein-bild.png', { type: 'image/png' })] },
  });
  expect(await screen.findByText(/^It is no picture/)).toBeTruthy();
  const isCancelled = !fireEvent.drop(content, {
    dataTransfer: { files: [new File(['%PDF-'.padEnd(99)], 'plan.pdf')] },
  });
  expect(isCancelled).toBe(true);
  expect(await screen.findByText(/^It is a PDF\./)).toBeTruthy();
  expect(content.value).toBe(before);
});
