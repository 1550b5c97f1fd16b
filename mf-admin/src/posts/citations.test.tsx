import { serviceClient, stored } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost, givenSource } from '../testing/given.ts';
import { draftOf } from '../testing/given-role.ts';
import { failing, intercept } from '../testing/network.ts';
import {
  field,
  fill,
  fillNewPost,
  openAdmin,
  openNewPost,
  press,
  pressSaveDraft,
  submit,
  textsOf,
} from '../testing/open-admin.ts';

const TEXT = 'Die Volkshochschule Erlenau bot im Jahr 2025 insgesamt 1.240 Kurse an.';
const RIGHT = 'Die Volkshochschule Erlenau bot 2025 insgesamt 1240 Kurse an [1].';
const WRONG = RIGHT.replace('1240', '1420');
const QUESTION = 'Publish with doubtful citations?';

const panel = () => screen.findByRole('region', { name: 'Citations' });
/** The list is folded where there is no room beside the text. */
async function unfolded() {
  fireEvent.click(await screen.findByRole('button', { name: 'Show Citations' }));
  return within(await panel());
}
const status = async (text: string) => within(await panel()).findByText(text);
const question = async () => within(await screen.findByRole('dialog', { name: QUESTION }));
const checkOf = async (post: string) =>
  (await serviceClient().from('citation_checks').select().eq('record_id', post).maybeSingle().throwOnError()).data;

async function givenCited(content: string, values: Parameters<typeof givenPost>[0] = {}) {
  const post = await givenPost({ content, ...values });
  await givenSource(post.id, { number: 1, text: TEXT });
  return post;
}

/** Replaces a part of what the form reads of a post beside the record. */
const answeringWith = (part: object) =>
  intercept(({ url }, pass) => {
    if (!url.pathname.endsWith('/rpc/choices_of_post')) return undefined;
    return pass().then(async (response) => Response.json({ ...(await response.json()), ...part }));
  });

const failingText = () => failing('GET', 'sources');

/** Publishing waits for the dialog, which is answered. */
async function giveReason(reason: string): Promise<void> {
  const dialog = await question();
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: reason } });
  fireEvent.click(dialog.getByRole('button', { name: 'Publish with Reason' }));
}

test('a post that cites nothing has no citations, and a save stores none; one by AI shows that', async () => {
  const [post, ofAi] = [await givenPost(), await givenPost()];
  await givenSource(ofAi.id, { number: 1, state: 'unreadable', failure: 'The page answered 404.' });
  const { path, router } = await openAdmin(addresses.editPost(post));
  await fill('Content', 'Ein anderer Text.');
  expect(screen.queryByRole('region', { name: 'Citations' })).toBeNull();
  await submit(path, 'Update Post', '/admin');
  expect(await checkOf(post.id)).toBeNull();
  await router.navigate(addresses.editPost(ofAi));
  expect(await within(await panel()).findByText(/cites nothing/)).toBeTruthy();
});

test('an edit judges the sentence anew; a press selects it; one that is found is published without a question', async () => {
  const post = await givenCited(`Anfang.\n\n${RIGHT}`);
  const { user, path } = await openAdmin(addresses.editPost(post));
  await status('1 found.');
  await fill('Content', WRONG);
  await status('1 not found.');
  expect(textsOf((await unfolded()).getAllByRole('cell'))).toEqual(['1420', '1.240']);
  await fill('Content', `Neuer Anfang.\n\n${RIGHT}`);
  await status('1 found.');
  const sentence = RIGHT.replace(' [1]', '');
  await user.click(within(await panel()).getByRole('button', { name: sentence }));
  const area = await field<HTMLTextAreaElement>('Content');
  expect(document.activeElement).toBe(area);
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toContain('1240 Kurse');
  await submit(path, 'Update Post', '/admin');
  expect(await checkOf(post.id)).toMatchObject({ findings: [{ sentence, number: 1, state: 'found' }], reason: null });
});

test('to publish a number that is not found needs a reason that is stored; until then what was typed stays', async () => {
  const post = await givenCited(RIGHT);
  const { path } = await openAdmin(addresses.editPost(post));
  await fill('Content', WRONG);
  press('Update Post');
  expect(await (await question()).findByText(/1420/)).toBeTruthy();
  fireEvent.click((await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await checkOf(post.id)).toBeNull();
  const repair = failing('POST', 'rpc/keep_citations');
  press('Update Post');
  await giveReason('Geprüft.');
  expect(await screen.findByText('Failed to save post')).toBeTruthy();
  expect((await field('Content')).value).toBe(WRONG);
  expect(path()).toContain(post.id);
  expect(await stored('posts', post.id)).toMatchObject({ content: RIGHT });
  repair();
  press('Update Post');
  await giveReason('Die Quelle ist veraltet.');
  await waitFor(() => expect(path()).toBe('/admin'));
  expect(await stored('posts', post.id)).toMatchObject({ content: WRONG });
  expect(await checkOf(post.id)).toMatchObject({ reason: 'Die Quelle ist veraltet.' });
});

test('a draft is saved without a question; to schedule and to publish it asks', async () => {
  const post = await givenCited(RIGHT, { published_at: null });
  const { path, unmount } = await openAdmin(addresses.editPost(post));
  await fill('Content', WRONG);
  await pressSaveDraft();
  press('Publish');
  await giveReason('Geprüft.');
  await waitFor(() => expect(path()).toBe('/admin'));
  expect((await stored('posts', post.id))?.published_at).not.toBeNull();
  expect(await checkOf(post.id)).toMatchObject({ reason: 'Geprüft.' });

  unmount();
  const again = await openAdmin(addresses.editPost(post));
  await fill('Title', 'Anders');
  await pressSaveDraft();
  await status('1 not found.');
  press('Schedule');
  const schedule = within(await screen.findByRole('dialog', { name: 'Publish these changes later' }));
  fireEvent.change(schedule.getByLabelText(/^Publish At/), { target: { value: '2099-01-01T10:00' } });
  fireEvent.click(schedule.getByRole('button', { name: 'Schedule' }));
  await giveReason('Bis dahin geprüft.');
  await waitFor(() => expect(again.path()).toBe('/admin'));
  expect(await checkOf(post.id)).toMatchObject({ reason: 'Bis dahin geprüft.' });
  const { publish_at } = (await draftOf(post.id)) ?? {};
  expect(Date.parse(publish_at ?? '')).toBe(Date.parse('2099-01-01T10:00'));
});

test('the state of the last save shows while a source cannot be loaded', async () => {
  const post = await givenCited(WRONG);
  const { unmount } = await openAdmin(addresses.editPost(post));
  await status('1 not found.');
  await pressSaveDraft();
  unmount();
  const answering = failingText();
  await openAdmin(addresses.editPost(post));
  await status('1 not found.');
  expect(await screen.findByText('A source could not be loaded.')).toBeTruthy();
  const shown = await unfolded();
  expect(shown.queryAllByRole('cell')).toEqual([]);
  answering();
  press('Try again');
  expect(await shown.findByRole('cell', { name: '1.240' })).toBeTruthy();
});

test('findings with states of an earlier release are left out; a form works without citations', async () => {
  const post = await givenCited(WRONG);
  const findings = [{ sentence: WRONG.replace(' [1]', ''), number: 1, state: 'contradicted' }];
  failingText();
  answeringWith({ check: { findings, reason: 'Geprüft.' } });
  const { unmount } = await openAdmin(addresses.editPost(post));
  await status('1 not checked.');
  unmount();
  answeringWith({ sources: null, check: 'kaputt' });
  await openAdmin(addresses.editPost(post));
  expect((await field('Content')).value).toBe(WRONG);
  expect(await screen.findByText('This post has no stored sources.')).toBeTruthy();
});

test('a new post with citations has no sources to compare with, and is published without a question', async () => {
  const { path, slug } = await openNewPost();
  await fillNewPost(slug);
  await fill('Content', WRONG);
  expect(await screen.findByText('This post has no stored sources.')).toBeTruthy();
  await submit(path, 'Create Post', '/admin');
});
