import { given, newText, removeAfterwards, stored, unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost } from '../testing/given.ts';
import { animatedFile, givenUploaded, pngFile } from '../testing/given-picture.ts';
import { failing } from '../testing/network.ts';
import { field, fill, openAdmin, press, submit } from '../testing/open-admin.ts';

const givenPicture = (values: { title?: string; alt?: string; is_decorative?: boolean; origin?: string } = {}) =>
  given('pictures', { title: unique('Bild '), ...values });

const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText('Picture files'), { target: { files } });

test('The library shows and filters pictures by what they lack, and lists texts with others that lack it', async () => {
  const word = unique('wort');
  const bare = await givenPicture({ title: `Ohne ${word}` });
  const decorative = await givenPicture({ title: `Zierde ${word}`, is_decorative: true });
  const broken = `Kaputt ${word}`;
  await givenUploaded({ title: broken, alt: 'Kaputt', failure: 'It is broken.' });
  removeAfterwards('pictures', 'title', broken);
  await givenPicture({ title: unique('Anderes '), alt: `Sagt ${word}` });
  const { user, router } = await openAdmin(`/admin/pictures?q=${word}`);
  const list = within(await screen.findByRole('list', { name: 'Pictures' }));
  expect(list.getAllByRole('listitem')).toHaveLength(4);
  expect(list.getAllByText('Broken')).toHaveLength(1);
  expect(list.getAllByText('Not uploaded')).toHaveLength(3);
  expect(list.getByRole('link', { name: bare.title }).getAttribute('href')).toBe(addresses.editPicture(bare));
  expect(list.getAllByText('No alternative text')).toHaveLength(1);
  expect(list.getAllByText('Decorative')).toHaveLength(1);

  await user.click(screen.getByRole('checkbox', { name: 'Without alternative text' }));
  await waitFor(() => expect(router.state.location.search).toBe(`?q=${word}&missing=1`));
  await waitFor(() => expect(screen.queryByRole('link', { name: decorative.title })).toBeNull());
  expect(screen.getByRole('link', { name: bare.title })).toBeTruthy();
  await router.navigate(`/admin/pictures?q=${unique('nichts')}`);
  expect(await screen.findByText('No pictures match your search.')).toBeTruthy();

  const old = await givenPost({ content: 'Davor ![](https://bilder.example/a.png)' });
  const described = await givenPost({ content: '![Am Tisch](https://bilder.example/a.png)' });
  const own = await givenPost({ content: `![](/_pictures/${crypto.randomUUID()})` });
  await router.navigate('/admin/pictures');
  const texts = within(await screen.findByRole('region', { name: 'Texts with pictures without alternative text' }));
  const link = await texts.findByRole('link', { name: old.title });
  expect(link.getAttribute('href')).toBe(addresses.editPost(old));
  for (const { title } of [described, own]) expect(texts.queryByRole('link', { name: title })).toBeNull();
});

test('Upload takes files by choice, drop and paste; other files are not sent, failed ones can be tried again', async () => {
  const newTitle = (beginning: string) => newText('pictures', 'title', beginning);
  const [title, dropped, pasted] = [newTitle('Foto '), newTitle('Gezogen '), newTitle('Kopiert ')];
  const repair = failing('POST', 'pictures');
  await openAdmin('/admin/pictures');
  await screen.findByRole('button', { name: 'Upload' });
  choose(animatedFile(`${title}.png`), new File(['<svg/>'.padEnd(99)], 'zeichnung.svg', { type: 'image/svg+xml' }));
  const uploads = within(await screen.findByRole('list', { name: 'Uploads' }));
  expect(await uploads.findByText('It is an SVG, which can run programs. Export it as PNG.')).toBeTruthy();
  expect(await screen.findByText('0 of 2 uploaded, 2 not.')).toBeTruthy();
  expect(screen.getByText(/Only the first frame is shown\./).textContent).toContain(title);
  repair();
  press('Try again');
  expect(await screen.findByText('1 of 2 uploaded, 1 not.')).toBeTruthy();
  expect(await screen.findByRole('link', { name: title })).toBeTruthy();
  fireEvent.drop(await screen.findByRole('group', { name: 'Upload' }), {
    dataTransfer: { files: [pngFile(`${dropped}.png`)] },
  });
  expect(await screen.findByRole('link', { name: dropped })).toBeTruthy();
  fireEvent.paste(document.body, { clipboardData: { files: [pngFile(`${pasted}.png`)] } });
  expect(await screen.findByRole('link', { name: pasted })).toBeTruthy();
});

test('The focal point moves by arrow keys and numbers, and is stored with the alternative text', async () => {
  const picture = await givenPicture();
  const { user, path } = await openAdmin(addresses.editPicture(picture));
  const point = await screen.findByRole('button', { name: 'Focal point' });
  point.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}');
  expect((await field('Focal Point from the Left (%)')).value).toBe('52');
  await fill('Focal Point from the Top (%)', '10');
  await fill('Alternative Text', 'Eine Gruppe am Tisch');
  await submit(path, 'Update Picture', '/admin/pictures');
  const described = { alt: 'Eine Gruppe am Tisch', focus_x: 0.52, focus_y: 0.1 };
  expect(await stored('pictures', picture.id)).toMatchObject(described);
});

test('A picture names what uses it; its deletion says where it would be missed, asks for no input, and can be undone', async () => {
  const picture = await givenUploaded({ alt: 'Am Tisch' });
  const post = await givenPost({ picture: picture.id });
  await givenPost({ picture: picture.id, published_at: new Date(Date.now() + 86_400_000).toISOString() });
  const { path } = await openAdmin(addresses.editPicture(picture));
  const uses = within(await screen.findByRole('region', { name: 'Used by' }));
  expect(uses.getByRole('link', { name: post.title }).getAttribute('href')).toBe(addresses.editPost(post));
  const [first, second] = uses.getAllByRole('listitem');
  expect(first?.textContent).toMatch(/Public$/);
  expect(second?.textContent).toMatch(/Scheduled$/);
  expect(second?.textContent).not.toContain('Public');
  await fill('Title', 'Anders');
  press('Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure you want to delete this picture?' }));
  expect(dialog.getByText(/^It would be missed in 2 places/)).toBeTruthy();
  expect(dialog.getByRole('link', { name: post.title })).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(path()).toBe('/admin/pictures'));
  expect(await stored('pictures', picture.id)).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await stored('pictures', picture.id)).toMatchObject({ alt: 'Am Tisch' }));
});

test('Copies are listed by their filter, with where they are from and without a demand for an alternative text', async () => {
  const word = unique('wort');
  const origin = `https://bilder.example/${word}.png`;
  const post = await givenPost({ content: `![Am Tisch](${origin})` });
  const [upload, copy] = [
    await givenPicture({ title: `Eigenes ${word}` }),
    await givenPicture({ title: word, origin }),
  ];
  const { user, router } = await openAdmin(`/admin/pictures?q=${word}`);
  expect(await screen.findByRole('link', { name: upload.title })).toBeTruthy();
  expect(screen.queryByRole('link', { name: copy.title })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Copies' }));
  await waitFor(() => expect(router.state.location.search).toBe(`?q=${word}&copies=1`));
  expect(await screen.findByRole('link', { name: copy.title })).toBeTruthy();
  expect(screen.queryByRole('link', { name: upload.title })).toBeNull();
  const list = within(screen.getByRole('list', { name: 'Pictures' }));
  expect(list.getByText('Not copied')).toBeTruthy();
  expect(list.queryByText('No alternative text')).toBeNull();

  await user.click(screen.getByRole('link', { name: copy.title }));
  expect(await screen.findByText(`Copied from ${origin}`)).toBeTruthy();
  const uses = within(await screen.findByRole('region', { name: 'Used by' }));
  expect(uses.getByRole('link', { name: post.title })).toBeTruthy();
  expect(uses.getByText(/it is deleted 30 days after the last of them/)).toBeTruthy();
  expect(uses.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(screen.getByText('Shown where a text gives none.')).toBeTruthy();
});
