import { serviceClient, unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { givenAd, givenPage, givenPost } from '../testing/given.ts';
import { draftOf, givenDraft, givenRole, saveAsDraft } from '../testing/given-role.ts';
import { failing } from '../testing/network.ts';
import { openAdmin, rowOf } from '../testing/open-admin.ts';
import { REASONS } from '../testing/refused.ts';

const MONTH = '/admin/calendar?day=2031-05-10';

const dateOf = async (id: string) =>
  (await serviceClient().from('posts').select('published_at').eq('id', id).single().throwOnError()).data.published_at;

const isAt = (id: string, moment: string) =>
  waitFor(async () => expect(Date.parse((await dateOf(id)) ?? '')).toBe(Date.parse(moment)));

const dayOf = async (title: string) => {
  const day = (await screen.findByRole('link', { name: title })).closest('ol > li') as HTMLElement;
  return within(day).getByRole('heading', { level: 3 }).textContent;
};

async function ask(title: string, moment: string, label = 'Publish Date') {
  const entry = await rowOf(title);
  fireEvent.click(within(entry).getByRole('button', { name: 'Move' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Move “${title}”` }));
  fireEvent.change(dialog.getByLabelText(label), { target: { value: moment } });
  fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
  return dialog;
}

const askForDraft = (title: string, moment: string) => ask(title, moment, 'Publish At');

test('Editor sees posts and pages of a month on their days, and the ads that run; links lead to the next month and to a week', async () => {
  const post = await givenPost({ published_at: '2031-05-05T22:30:00Z' });
  const page = await givenPage({ published_at: '2031-05-31T21:59:00Z' });
  const outside = await givenPost({ published_at: '2031-06-08T08:00:00Z' });
  const ad = await givenAd({ is_active: true });
  const unread = failing('GET', 'posts');
  const { router } = await openAdmin(MONTH);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  unread();
  fireEvent.click(retry);
  expect(await dayOf(post.title)).toContain('Tuesday, 6 May 2031');
  expect(screen.getByRole('heading', { level: 2, name: 'May 2031' })).toBeTruthy();
  expect(await dayOf(page.title)).toContain('Saturday, 31 May 2031');
  expect(screen.queryByRole('link', { name: outside.title })).toBeNull();
  expect(screen.getByRole('link', { name: ad.title }).getAttribute('href')).toBe(`/admin/ads/edit/${ad.id}`);
  expect(screen.getByRole('link', { name: page.title }).getAttribute('href')).toBe(`/admin/pages/edit/${page.id}`);
  fireEvent.click(screen.getByRole('link', { name: 'Next' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'June 2031' })).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Week' }));
  expect(await screen.findByRole('heading', { level: 2, name: /^Week of Monday, 26 May 2031$/ })).toBeTruthy();
  expect(router.state.location.search).toBe('?unit=week&day=2031-06-01');
  expect(screen.getByRole('link', { name: 'Week' }).getAttribute('aria-current')).toBe('true');
});

test('Editor moves a scheduled post by its dialog, and Undo brings it back', async () => {
  const post = await givenPost({ published_at: '2031-05-06T08:00:17Z' });
  await openAdmin(MONTH);
  await ask(post.title, '2031-05-20T10:30');
  expect(await screen.findByText(/is at Tuesday, 20 May 2031, /)).toBeTruthy();
  await isAt(post.id, new Date('2031-05-20T10:30').toISOString());
  const undo = screen.getByRole('button', { name: 'Undo' });
  expect(document.activeElement).toBe(undo);
  fireEvent.click(undo);
  await isAt(post.id, '2031-05-06T08:00:17Z');
  fireEvent.click(await screen.findByRole('button', { name: 'Redo' }));
  await isAt(post.id, new Date('2031-05-20T10:30').toISOString());
});

test.each([
  ['publish', '2031-05', 'Publish it now?', '2001-05', 'Publish'],
  ['hide', '2001-05', 'Hide it until then?', '2031-05', 'Hide'],
])('A move that would %s a post at once is asked about first', async (_, from, name, to, confirm) => {
  const post = await givenPost({ published_at: `${from}-06T08:00:00Z` });
  await openAdmin(`/admin/calendar?day=${from}-10`);
  await ask(post.title, `${to}-20T10:30`);
  const question = within(await screen.findByRole('dialog', { name }));
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await isAt(post.id, `${from}-06T08:00:00Z`);
  await ask(post.title, `${to}-20T10:30`);
  fireEvent.click(await screen.findByRole('button', { name: confirm }));
  await isAt(post.id, new Date(`${to}-20T10:30`).toISOString());
});

test('An empty date, a failure and a save of somebody else are told; nothing has moved, and the present state is shown', async () => {
  const post = await givenPost({ published_at: '2031-05-06T08:00:00Z' });
  await openAdmin(MONTH);
  const dialog = await ask(post.title, '');
  expect(await dialog.findByText('Enter a date and a time.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  const repair = failing('PATCH', 'posts');
  await ask(post.title, '2031-05-20T10:30');
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was moved. Please try again.');
  expect(await dayOf(post.title)).toContain('Tuesday, 6 May 2031');
  repair();
  await serviceClient().from('posts').update({ published_at: '2031-05-08T08:00:00Z' }).eq('id', post.id).throwOnError();
  await ask(post.title, '2031-05-20T10:30');
  await screen.findByText(/Somebody else has changed or deleted it meanwhile\./);
  await waitFor(async () => expect(await dayOf(post.title)).toContain('Thursday, 8 May 2031'));
  await isAt(post.id, '2031-05-08T08:00:00Z');
});

test('The entry of others says why an editor may not move it, and stays', async () => {
  await givenRole('editor');
  const post = await givenPost({ published_at: '2034-05-06T08:00:00Z' });
  await openAdmin('/admin/calendar?day=2034-05-10');
  await ask(post.title, '2034-05-20T10:30');
  const entry = within(await rowOf(post.title));
  expect((await entry.findByRole('alert')).textContent).toMatch(REASONS.publicOfOthers);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(await dayOf(post.title)).toContain('Saturday, 6 May 2034');
  await isAt(post.id, '2034-05-06T08:00:00Z');
});

async function givenTimedDraft(publish_at: string) {
  const title = unique('Entwurf ');
  const { id } = await givenDraft({ title }, { publish_at });
  return { id, title };
}

const draftIsAt = (id: string, moment: string) =>
  waitFor(async () => expect(Date.parse((await draftOf(id))?.publish_at ?? '')).toBe(Date.parse(moment)));

test('Editor moves a draft that is published at a time, and Undo brings it back; nothing public changes', async () => {
  const { id, title } = await givenTimedDraft('2031-08-06T08:00:00Z');
  await openAdmin('/admin/calendar?day=2031-08-06');
  expect(await dayOf(title)).toContain('Wednesday, 6 August 2031');
  const entry = screen.getByRole('link', { name: title }).closest('li');
  expect(entry?.textContent).toContain('Post, changes to be published');
  expect(screen.getByText(/1 draft to be published/)).toBeTruthy();
  const date = await dateOf(id);
  const dialog = await askForDraft(title, '2031-08-20T10:30');
  await waitFor(() => expect(dialog.queryByLabelText('Publish At')).toBeNull());
  expect(await screen.findByText(/is at Wednesday, 20 August 2031, /)).toBeTruthy();
  await draftIsAt(id, new Date('2031-08-20T10:30').toISOString());
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await draftIsAt(id, '2031-08-06T08:00:00Z');
  expect(await dateOf(id)).toBe(date);
});

test('A draft is not moved to the past, nor over a newer version', async () => {
  const { id, title } = await givenTimedDraft('2032-08-06T08:00:00Z');
  await openAdmin('/admin/calendar?unit=week&day=2032-08-06');
  await askForDraft(title, '2001-08-20T10:30');
  expect((await screen.findByRole('alert')).textContent).toContain('A draft needs a time in the future.');
  await draftIsAt(id, '2032-08-06T08:00:00Z');
  const version = (await draftOf(id))?.updated_at;
  await saveAsDraft('posts', id, {}, { version, publish_at: '2032-08-07T08:00:00Z' });
  await askForDraft(title, '2032-08-20T10:30');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Somebody else has changed'));
  await draftIsAt(id, '2032-08-07T08:00:00Z');
});

test('A day with many posts shows five, and all of them when that is asked for; less than an hour apart is a clash', async () => {
  const word = unique('viele-');
  for (const time of ['02:15', '04:15', '06:15', '08:15', '10:15', '12:15', '12:45'])
    await givenPost({ title: `${word} ${time}`, published_at: `2031-09-06T${time}:00Z` });
  await openAdmin('/admin/calendar?day=2031-09-06');
  fireEvent.click(await screen.findByRole('button', { name: 'Show 2 more' }));
  expect(screen.getAllByRole('link', { name: new RegExp(word) })).toHaveLength(7);
  const entry = screen.getByRole('link', { name: `${word} 12:15` }).closest('li');
  expect(entry?.textContent).toContain(`less than an hour from “${word} 12:45”`);
  expect(screen.getByText('7 posts and pages, 2 clashes')).toBeTruthy();
});
