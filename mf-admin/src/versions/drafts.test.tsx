import { staffClient } from '@ki/shared/data/clients.ts';
import { given, serviceClient, stored, unique } from '@ki/shared/testing/given.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { addresses } from '../addresses.ts';
import { ad as adKind } from '../ads/ad-record.ts';
import { course as courseKind } from '../courses/course-record.ts';
import { post as postKind } from '../files/model/post-record.ts';
import { columnsOf, readRecord } from '../kinds/data/records.ts';
import type { AnyRecordKind } from '../kinds/model/define-record.ts';
import { page as pageKind } from '../pages/page-record.ts';
import { givenAd, givenCourse, givenPage, givenPost, givenWorkshop } from '../testing/given.ts';
import { draftOf, givenDraft, saveAsDraft } from '../testing/given-role.ts';
import { failing } from '../testing/network.ts';
import { field, fill, openAdmin, press, pressSaveDraft, signInAdmin, submit, textsOf } from '../testing/open-admin.ts';
import { workshop as workshopKind } from '../workshops/workshop-record.ts';
import { saveDraft } from './data/drafts.ts';
import { readEditing } from './data/editing.ts';

beforeAll(signInAdmin);

const TITLE = 'Published, with changes';
/** Leaves the page that was opened before. */
async function open(address: string) {
  cleanup();
  return openAdmin(address);
}
const edit = (post: { readonly id: string }) => open(addresses.editPost(post));
const saidAbout = (text: RegExp) => screen.findByText(text);
const dialog = async () => within(await screen.findByRole('dialog'));

test('Save Draft of a published post changes nothing that visitors see; the form shows the draft again', async () => {
  const post = await givenPost();
  const before = await stored('posts', post.id);
  await edit(post);
  await fill('Title', 'Neuer Titel');
  await pressSaveDraft();
  await saidAbout(/“Neuer Titel” has a draft; visitors see no change of it/);
  expect(screen.getAllByRole('link', { name: 'View' })[0]?.getAttribute('href')).toBe(`/post/${post.slug}`);
  expect(await stored('posts', post.id)).toEqual(before);
  await edit(post);
  expect((await field('Title')).value).toBe('Neuer Titel');
  expect(screen.getByText(TITLE)).toBeTruthy();
});

test('a taken slug refuses the publication and keeps the draft; the submit button publishes it with what was typed since', async () => {
  const taken = await givenPost();
  const post = await givenDraft({ title: 'Entwurf', slug: taken.slug });
  const { path } = await edit(post);
  await field('Title');
  press('Update Post');
  await saidAbout(/This slug is already taken/);
  expect(await draftOf(post.id)).not.toBeNull();
  await fill('Slug', post.slug);
  await submit(path, 'Update Post', '/admin');
  const { slug, published_at } = post;
  expect(await stored('posts', post.id)).toMatchObject({ title: 'Entwurf', slug, published_at });
  expect(await draftOf(post.id)).toBeNull();
});

test('Discard goes back to what is published; the draft comes back by Undo, what was typed by its own button', async () => {
  const post = await givenDraft();
  const { user } = await edit(post);
  await fill('Excerpt', 'Getippt');
  press('Discard Changes');
  await waitFor(async () => expect((await field('Title')).value).toBe(post.title));
  expect(screen.queryByText(TITLE)).toBeNull();
  expect(await draftOf(post.id)).toBeNull();
  press('Bring back my input');
  await waitFor(async () => expect((await field('Excerpt')).value).toBe('Getippt'));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await saidAbout(/“The draft of Entwurf” is back/);
  expect(await draftOf(post.id)).toMatchObject({ content: { title: 'Entwurf' } });
  press('Cancel');
});

test('a draft that cannot be discarded says why, and stays', async () => {
  const post = await givenDraft();
  await edit(post);
  await field('Title');
  const repair = failing('POST', 'rpc/discard_draft');
  press('Discard Changes');
  await saidAbout(/The draft could not be discarded/);
  repair();
  await saveAsDraft('posts', post.id, { title: 'Anderer' }, { version: (await draftOf(post.id))?.updated_at });
  press('Discard Changes');
  await saidAbout(/Somebody else has changed this meanwhile/);
  expect(await draftOf(post.id)).toMatchObject({ content: { title: 'Anderer' } });
  press('Cancel');
});

test('Show Changes shows the difference to what is published, by field', async () => {
  const category = await given('categories', { name: unique('Kategorie '), slug: unique('k') });
  const post = await givenPost({ content: 'Ein kurzer Text.' });
  await saveAsDraft('posts', post.id, { content: 'Ein langer Text.', category_id: category.id });
  await edit(post);
  fireEvent.click(await screen.findByRole('button', { name: 'Show Changes' }));
  const changes = within(await screen.findByRole('region', { name: 'Changes of the draft' }));
  expect(changes.getByText('kurzer').tagName).toBe('DEL');
  expect(changes.getByText('langer').tagName).toBe('INS');
  expect(changes.getByText(category.name).tagName).toBe('INS');
  expect(textsOf(changes.getAllByRole('term'))).toEqual(['Content', 'Category']);
  press('Hide Changes');
  expect(screen.queryByRole('region', { name: 'Changes of the draft' })).toBeNull();
});

test('a write of the published record is a conflict of the draft, which a merge ends', async () => {
  const post = await givenPost({ content: 'Anfang\n\nMitte\n\nEnde' });
  await saveAsDraft('posts', post.id, { title: 'Entwurf', content: 'Mein Anfang\n\nMitte\n\nEnde' });
  await serviceClient().from('posts').update({ content: 'Anfang\n\nMitte\n\nIhr Ende' }).eq('id', post.id);
  await edit(post);
  await saidAbout(/What visitors see is newer than this draft/);
  const logged = vi.spyOn(console, 'error');
  press('Update Post');
  await waitFor(() => expect(logged).toHaveBeenCalled());
  fireEvent.click(await screen.findByRole('button', { name: 'Compare and Merge' }));
  expect((await stored('posts', post.id))?.title).toBe(post.title);
  fireEvent.click(await screen.findByRole('button', { name: 'Use This Version' }));
  const content = 'Mein Anfang\n\nMitte\n\nIhr Ende';
  await waitFor(async () => expect((await field('Content')).value).toBe(content));
  await pressSaveDraft();
  const view = await edit(post);
  expect((await field('Content')).value).toBe(content);
  expect(screen.queryByText(/What visitors see is newer/)).toBeNull();
  await submit(view.path, 'Update Post', '/admin');
  expect(await stored('posts', post.id)).toMatchObject({ title: 'Entwurf', content });
});

test.each([
  ['began', null],
  ['saved', 'Entwurf'],
])('a draft that somebody else %s meanwhile is a conflict, and both texts can be kept', async (_, title) => {
  const post = await givenPost();
  const version = title === null ? null : await saveAsDraft('posts', post.id, { title });
  await edit(post);
  await fill('Title', 'Mein Titel');
  await saveAsDraft('posts', post.id, { content: 'Ihr Text' }, version ? { version } : {});
  press('Save Draft');
  await saidAbout(/Nothing was saved\. Compare both versions/);
  expect(await draftOf(post.id)).toMatchObject({ content: { content: 'Ihr Text' } });
  press('Compare and Merge');
  fireEvent.click(await screen.findByRole('button', { name: 'Use This Version' }));
  await waitFor(async () => expect((await field('Content')).value).toBe('Ihr Text'));
  await pressSaveDraft();
  expect(await draftOf(post.id)).toMatchObject({ content: { title: 'Mein Titel', content: 'Ihr Text' } });
});

test('a draft is published at a time, which can be moved and taken back', async () => {
  const post = await givenDraft();
  const view = await edit(post);
  await field('Title');
  press('Schedule');
  const time = await (await dialog()).findByLabelText(/Publish At/);
  fireEvent.change(time, { target: { value: '2099-01-01T10:00' } });
  fireEvent.click((await dialog()).getByRole('button', { name: 'Schedule' }));
  await waitFor(() => expect(view.path()).toBe('/admin'));
  await saidAbout(/has a draft, which will be published on 1\. Januar 2099/);
  expect((await draftOf(post.id))?.publish_at).toBe(
    new Date('2099-01-01T10:00').toISOString().replace('.000Z', '+00:00'),
  );
  await edit(post);
  await saidAbout(/It is published on 1\. Januar 2099/);
  await fill('Title', 'Noch ein Titel');
  press('Save Draft');
  await waitFor(async () => expect(await draftOf(post.id)).toMatchObject({ content: { title: 'Noch ein Titel' } }));
  expect((await draftOf(post.id))?.publish_at).not.toBeNull();
  const again = await edit(post);
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel Schedule' }));
  await waitFor(() => expect(again.path()).toBe('/admin'));
  expect((await draftOf(post.id))?.publish_at).toBeNull();
});

test('the history tells drafts from publications', async () => {
  const post = await givenDraft();
  const view = await edit(post);
  await field('Title');
  await submit(view.path, 'Update Post', '/admin');
  await saveAsDraft('posts', post.id, { title: 'Zweiter' });
  const { user } = await edit(post);
  await user.click(await screen.findByRole('button', { name: 'Show history' }));
  const history = within(screen.getByRole('region', { name: 'History' }));
  await history.findByText('Published the draft');
  const [second, published, first] = history
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByRole('button', { name: 'Show changes' }));
  expect(second?.textContent).toContain('Saved a draft');
  expect(within(second as HTMLElement).queryByRole('button', { name: 'Restore' })).toBeNull();
  expect(published?.textContent).toContain('Published the draftChanged Title');
  expect(published?.textContent).toContain('Current version');
  expect(first?.textContent).toContain('Saved a draft');
  await user.click(within(first as HTMLElement).getByRole('button', { name: 'Show changes' }));
  await within(first as HTMLElement).findByText('The history does not keep the content of a saved draft.');
  expect(within(first as HTMLElement).queryByRole('term')).toBeNull();
});

test('the status badge of an ad acts at once; the form of its draft shows a conflict, and Overwrite publishes it', async () => {
  const ad = await givenAd({ is_active: true });
  await saveAsDraft('ads', ad.id, { title: 'Entwurf' });
  const { user } = await open(addresses.ads);
  const row = within(await screen.findByRole('row', { name: new RegExp(ad.title) }));
  expect(row.getByText(TITLE)).toBeTruthy();
  await user.click(row.getByRole('button', { name: 'Active' }));
  await row.findByRole('button', { name: 'Inactive' });
  expect(await stored('ads', ad.id)).toMatchObject({ is_active: false, title: ad.title });
  const { path } = await open(addresses.editAd(ad));
  await saidAbout(/What visitors see is newer than this draft/);
  await submit(path, 'Overwrite', addresses.ads);
  expect(await stored('ads', ad.id)).toMatchObject({ title: 'Entwurf' });
  expect(await draftOf(ad.id)).toBeNull();
});

test.each<[AnyRecordKind, () => Promise<{ readonly id: string }>]>([
  [postKind, givenPost],
  [adKind, givenAd],
  [courseKind, givenCourse],
  [pageKind, givenPage],
  [workshopKind, () => givenWorkshop({ duration: '01:00:00' })],
])('the form of $table reads each of its columns, and a draft holds them', async (kind, givenRecord) => {
  const { id } = await givenRecord();
  const client = await staffClient();
  const { values } = await readRecord(client, kind, id);
  const record = await readEditing(client, kind, id);
  expect(record.values).toEqual(values);
  const columns = columnsOf(kind, record.stored);
  await saveDraft(client, kind, id, columns, { version: null, base: null, publishAt: null });
  const { draft } = await readEditing(client, kind, id);
  expect(draft?.values).toEqual(values);
  expect(draft && Object.keys(columnsOf(kind, draft.stored))).toEqual(Object.keys(columns));
});
