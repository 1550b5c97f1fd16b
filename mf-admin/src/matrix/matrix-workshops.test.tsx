import { given, newText, serviceClient, unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenMatrixWorkshop, givenPlace, storedGoals } from '../testing/given.ts';
import { losingAnswers, respondWith } from '../testing/network.ts';
import { field, fill, openAdmin, press, rowOf, submit, textsOf } from '../testing/open-admin.ts';

const choice = (name: string) => screen.findByRole('combobox', { name });

/** A workshop with a goal. */
async function givenGoal(objective: string) {
  const place = await givenPlace();
  const { id } = await givenMatrixWorkshop(place);
  const ids = { matrix_workshop_id: id, dimension_id: place.dimension.id };
  const goal = await given('matrix_workshop_learning_objectives', { ...ids, objective });
  const change = (text: string) =>
    serviceClient().from('matrix_workshop_learning_objectives').update({ objective: text }).eq('id', goal.id);
  const address = addresses.editMatrixWorkshop({ id });
  return { place, address, change, dimension: place.dimension, goals: () => storedGoals(id) };
}

const titles = () => textsOf(screen.getAllByRole('rowheader'));

/** happy-dom has no selected option while a select is mounted, which react-hook-form takes for a choice of none. */
async function choosePlace(user: UserEvent, { category, group, level }: Awaited<ReturnType<typeof givenPlace>>) {
  await user.selectOptions(await choice('Category'), category.name);
  await user.selectOptions(await choice('Target Group'), group.name);
  await user.selectOptions(await choice('Level'), level.name);
}

test('The list has each workshop with its place, is searched by title and filtered by axis', async () => {
  const [place, other] = [await givenPlace(), await givenPlace()];
  const word = unique('Suchwort');
  const workshop = await givenMatrixWorkshop(place, { title: `${word} eins` });
  const second = await givenMatrixWorkshop(other, { title: `${word} zwei` });
  // Invalid filters count as missing.
  const { user, router } = await openAdmin('/admin/matrix?q=%20&category=A&level=1)&page=0');
  await user.type(await screen.findByRole('searchbox', { name: 'Search' }), word);
  await waitFor(() => expect(titles()).toEqual([workshop.title, second.title]));
  const row = within(await rowOf(workshop.title));
  for (const text of [place.category.name, place.group.name, place.level.name, '3.5 h', 'CHF 290']) {
    expect(row.getByText(text)).toBeTruthy();
  }
  await user.selectOptions(await choice('Level'), other.level.name);
  await waitFor(() => expect(titles()).toEqual([second.title]));
  expect(screen.getByText('1 workshop')).toBeTruthy();
  await user.selectOptions(await choice('Category'), place.category.name);
  expect(await screen.findByText('No workshops match your filters.')).toBeTruthy();
  expect(router.state.location.search).toContain(`level=${other.level.id}`);
});

test('A new workshop is stored with the goals that have a text; duration and price are refused with a reason', async () => {
  const place = await givenPlace();
  const unused = await given('matrix_dimensions', { name: unique('Leer '), sort_order: 901 });
  const title = newText('matrix_workshops', 'title', 'Neu ');
  const { user, path } = await openAdmin(addresses.newMatrixWorkshop);
  for (const [name, value, message] of [
    ['Duration (Hours)', '0', 'Duration (Hours) must be more than 0'],
    ['Duration (Hours)', 'lang', 'Duration (Hours) must be a number with at most two decimals'],
    ['Duration (Hours)', '10001', 'Duration (Hours) must be at most 10000'],
    ['Price', '-1', 'Price must be a whole number of at least 0'],
    ['Price', '9.50', 'Price must be a whole number of at least 0'],
  ] as const) {
    await fill(name, value);
    press('Create Matrix Workshop');
    expect(await screen.findByText(message), value).toBeTruthy();
    await fill(name, '1');
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  }
  for (const [name, value] of [
    ['Title', title],
    ['Duration (Hours)', '7,5'],
    ['Price', '480'],
    ['Prerequisites', 'Ein Laptop'],
    [place.dimension.name, 'Sie **können** es.'],
    [unused.name, '  '],
  ] as const)
    await fill(name, value);
  await choosePlace(user, place);
  await submit(path, 'Create Matrix Workshop', addresses.matrix);
  const { data } = await serviceClient().from('matrix_workshops').select().eq('title', title).single();
  expect(data).toMatchObject({ duration_hours: 7.5, price_chf: 480, prerequisites: 'Ein Laptop' });
  expect(await storedGoals(data?.id ?? '')).toEqual({ [place.dimension.id]: 'Sie **können** es.' });
});

test('The history restores goals; editing removes them; one of somebody else is a conflict', async () => {
  const { place, dimension, address, change, goals } = await givenGoal('Alt');
  await change('Neu');
  const { user, path } = await openAdmin(address);
  await user.click(await screen.findByRole('button', { name: 'Show history' }));
  const name = `Learning Goal “${dimension.name}”`;
  expect(await screen.findByText(`${name}: changed Text`)).toBeTruthy();
  expect(screen.getByText(`${name}: created`)).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: 'Restore' })[0] as HTMLElement);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Restore' }));
  await waitFor(async () => expect((await field(dimension.name)).value).toBe('Alt'));
  expect(await goals()).toEqual({ [dimension.id]: 'Alt' });

  await fill(dimension.name, '');
  await choosePlace(user, place);
  await change('Deren');
  press('Update Matrix Workshop');
  expect(await screen.findByText('Somebody else has changed this meanwhile.')).toBeTruthy();
  expect(await goals()).toEqual({ [dimension.id]: 'Deren' });
  await submit(path, 'Overwrite', addresses.matrix);
  expect(await goals()).toEqual({});
});

test('Unsaved goals survive a reload, also of a dimension that was deleted since, beside one that was added', async () => {
  const [{ dimension }, { dimension: gone }] = [await givenPlace(), await givenPlace()];
  const { unmount } = await openAdmin('/admin/matrix/new');
  await fill(dimension.name, 'Getippt');
  await fill(gone.name, 'Bleibt');
  unmount();
  const later = await given('matrix_dimensions', { name: unique('Später '), sort_order: 902 });
  await serviceClient().from('matrix_dimensions').delete().eq('id', gone.id);
  await openAdmin('/admin/matrix/new');
  expect(await screen.findByText('Your unsaved input was restored.')).toBeTruthy();
  expect((await field(dimension.name)).value).toBe('Getippt');
  expect((await field(later.name)).value).toBe('');
  expect((await field('Goal of a deleted dimension')).value).toBe('Bleibt');
  expect(screen.queryByLabelText(gone.name)).toBeNull();
});

test('A save whose answer was lost is no conflict, although dimensions without a goal were added and deleted since', async () => {
  const { place, dimension, address, goals } = await givenGoal('Alt');
  const { dimension: gone } = await givenPlace();
  const { unmount } = await openAdmin(address);
  await fill(dimension.name, 'Neu');
  const user = userEvent.setup();
  await choosePlace(user, place);
  const answer = losingAnswers('POST', 'rpc/save_matrix_workshop');
  press('Update Matrix Workshop');
  await screen.findByRole('button', { name: 'Saving...' });
  await fill(dimension.name, 'Neuer');
  await waitFor(async () => expect(await goals()).toEqual({ [dimension.id]: 'Neu' }));
  unmount();
  answer();
  await given('matrix_dimensions', { name: unique('Später '), sort_order: 902 });
  await serviceClient().from('matrix_dimensions').delete().eq('id', gone.id);
  const { path } = await openAdmin(address);
  expect(await screen.findByText('Your unsaved input was restored.')).toBeTruthy();
  await choosePlace(user, place);
  await submit(path, 'Update Matrix Workshop', addresses.matrix);
  expect(await goals()).toEqual({ [dimension.id]: 'Neuer' });
});

test('A level that was deleted meanwhile is told at its field, and the input stays', async () => {
  const place = await givenPlace();
  const workshop = await givenMatrixWorkshop(place);
  const other = await given('matrix_levels', { code: unique('L'), name: unique('Weg '), sort_order: 903 });
  const { user } = await openAdmin(addresses.editMatrixWorkshop({ id: workshop.id }));
  await choosePlace(user, { ...place, level: other });
  await serviceClient().from('matrix_levels').delete().eq('id', other.id);
  await user.click(screen.getByRole('button', { name: 'Update Matrix Workshop' }));
  expect(await screen.findByText(/^This level was deleted meanwhile/)).toBeTruthy();
  expect(await screen.findByText('Failed to update matrix workshop')).toBeTruthy();
});

test('An empty matrix says what to add first, and its form where', async () => {
  for (const table of ['workshops', 'levels', 'target_groups', 'dimensions']) respondWith(`matrix_${table}`, []);
  const { router } = await openAdmin('/admin/matrix');
  expect(await screen.findByText(/^No matrix workshops yet/)).toBeTruthy();
  const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect([target('Add a Target Group'), target('Add a Level')]).toEqual([addresses.newTargetGroup, addresses.newLevel]);
  expect(screen.queryByRole('link', { name: 'Add a Category' })).toBeNull();
  expect(target('Import a CSV')).toBe(addresses.transfer);
  await router.navigate('/admin/matrix/new');
  expect(await screen.findAllByText(/There are none yet/)).toHaveLength(3);
});
