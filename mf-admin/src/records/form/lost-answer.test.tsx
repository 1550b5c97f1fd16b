import { newText, serviceClient, unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addresses } from '../../addresses.ts';
import { givenAd, storedModules } from '../../testing/given.ts';
import { saveAsDraft } from '../../testing/given-role.ts';
import { answerOnce, counting, failing, holding, losingAnswers, losingOneAnswer } from '../../testing/network.ts';
import { field, fill, openAdmin, press } from '../../testing/open-admin.ts';
import { givenOutline } from '../../testing/outline.ts';

const CREATED = /was created by the save before, whose answer was lost/;
const NOT_STORED = 'The answer to the save before was lost. It has stored nothing.';
const UNREAD = 'The answer to the save before was lost. The next save first looks whether it has arrived.';

const countOf = async (table: 'workshops' | 'ads', title: string) =>
  (await serviceClient().from(table).select('id').eq('title', title).throwOnError()).data.length;

test('an answer that is lost on the way: the next Create goes on with the record, and with what was typed since', async () => {
  const title = newText('workshops', 'title', 'Verloren ');
  await openAdmin(addresses.newWorkshop);
  await fill('Title', title);
  losingOneAnswer('POST', 'workshops');
  press('Create Workshop');
  await screen.findByText('Failed to create workshop');
  expect(await countOf('workshops', title)).toBe(1);
  await fill('Subtitle', 'Danach');
  press('Create Workshop');
  await screen.findByText(CREATED);
  expect((await field('Subtitle')).value).toBe('Danach');
  press('Update Workshop');
  await waitFor(async () => {
    const { data } = await serviceClient().from('workshops').select('subtitle').eq('title', title);
    expect(data).toEqual([{ subtitle: 'Danach' }]);
  });
});

test('a look that is refused forgets nothing: the record is created once, also with letters that a Mac wrote apart', async () => {
  const title = newText('workshops', 'title', 'Verlöst ');
  await openAdmin(addresses.newWorkshop);
  await fill('Title', title.normalize('NFD'));
  losingOneAnswer('POST', 'workshops');
  press('Create Workshop');
  await screen.findByText('Failed to create workshop');
  const refusal = vi.fn(async () => Response.json({ code: '42501', message: 'permission denied' }, { status: 403 }));
  answerOnce('GET', 'workshops', refusal);
  press('Create Workshop');
  await waitFor(() => expect(refusal).toHaveBeenCalled());
  await screen.findByRole('button', { name: 'Create Workshop' });
  press('Create Workshop');
  await screen.findByText(CREATED);
  expect(await countOf('workshops', title)).toBe(1);
});

test('a save that did not arrive before the page was left has stored nothing, as the form says; Create stores it', async () => {
  const title = newText('workshops', 'title', 'Verloren ');
  const first = await openAdmin(addresses.newWorkshop);
  await fill('Title', title);
  holding('POST', 'workshops');
  press('Create Workshop');
  await screen.findByRole('button', { name: 'Saving...' });
  first.unmount();
  const repair = failing('GET', 'workshops');
  const second = await openAdmin(addresses.newWorkshop);
  await screen.findByText(UNREAD);
  second.unmount();
  repair();
  await openAdmin(addresses.newWorkshop);
  await screen.findByText(NOT_STORED);
  expect((await field('Title')).value).toBe(title);
});

test('a refusal is an answer: the form looks for nothing', async () => {
  const first = await openAdmin(addresses.newCategory);
  await fill('Name', unique('Name '));
  const { data } = await serviceClient().from('categories').select('slug').limit(1).single();
  await fill('Slug', data?.slug ?? '');
  press('Create Category');
  await screen.findByText('This slug is already taken.');
  first.unmount();
  const looks = counting('GET', 'categories');
  await openAdmin(addresses.newCategory);
  await screen.findByText('Your unsaved input was restored.');
  expect(looks()).toBe(0);
});

test('a copy that nobody has changed is created once, too', async () => {
  const title = newText('ads', 'title', 'Verloren ');
  const { id } = await givenAd({ title });
  const first = await openAdmin(`${addresses.newAd}?copy=${id}`);
  expect((await field('Title')).value).toBe(title);
  losingAnswers('POST', 'ads');
  press('Create Ad');
  await waitFor(async () => expect(await countOf('ads', title)).toBe(2));
  first.unmount();
  const { path } = await openAdmin(`${addresses.newAd}?copy=${id}`);
  await screen.findByText(CREATED);
  expect(path()).not.toBe(addresses.editAd({ id }));
  expect(await screen.findByRole('button', { name: 'Update Ad' })).toBeTruthy();
});

test.each([
  ['a module', 'Module', false],
  ['a lesson', 'Lesson', false],
  ['a module of a draft', 'Module', true],
  ['a lesson of a draft', 'Lesson', true],
] as const)('a reload while %s is created: its form goes on with it', async (_, noun, isDrafted) => {
  const { course, module, at } = await givenOutline({ is_published: isDrafted });
  if (isDrafted) await saveAsDraft('courses', course.id, { title: 'Entwurf' });
  const address = at(noun === 'Module' ? { kind: 'new-module' } : { kind: 'new-lesson', moduleId: module });
  const titles = async () => {
    const { data } = await serviceClient().from('drafts').select('content').eq('record_id', course.id).maybeSingle();
    return JSON.stringify(isDrafted ? data : await storedModules(course.id)).split('"Neu"').length - 1;
  };
  const first = await openAdmin(address);
  await fill('Title', 'Neu');
  const answering = losingAnswers('POST', 'rpc/save_outline');
  press(`Create ${noun}`);
  await waitFor(async () => expect(await titles()).toBe(1));
  first.unmount();
  answering();
  await openAdmin(address);
  await screen.findByText(CREATED);
  expect(await screen.findByRole('button', { name: `Update ${noun}` })).toBeTruthy();
  expect((await field('Title')).value).toBe('Neu');
  expect(screen.queryByText('Your unsaved input was restored.')).toBeNull();
  expect(await titles()).toBe(1);
});
