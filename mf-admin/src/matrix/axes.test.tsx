import { given, removeAfterwards, stored, unique } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { givenMatrixWorkshop, givenPlace, storedGoals } from '../testing/given.ts';
import { counting, failing, intercept } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

type View = Awaited<ReturnType<typeof openAdmin>>;

const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('li');
  if (!row) throw new Error(`there is no row ${name}`);
  return within(row);
};

async function askedToDelete({ user }: View, name: string) {
  await user.click((await rowOf(name)).getByRole('button', { name: 'Delete' }));
  return within(await screen.findByRole('dialog'));
}

test.each([
  ['/admin/matrix/categories', 'matrix_categories', 'Matrix Category'],
  ['/admin/matrix/target-groups', 'matrix_target_groups', 'Target Group'],
  ['/admin/matrix/levels', 'matrix_levels', 'Level'],
] as const)('%s: a new value comes last', async (address, table, kind) => {
  const name = unique('Wert ');
  removeAfterwards(table, 'name', name);
  const { user } = await openAdmin(address);
  await user.click(await screen.findByRole('link', { name: `New ${kind}` }));
  await user.type(await field('Code'), unique('C'));
  await user.type(await field('Name'), name);
  await user.click(screen.getByRole('button', { name: `Create ${kind}` }));
  await rowOf(name);
  const rows = screen.getAllByRole('listitem').filter((row) => within(row).queryByRole('button', { name: 'Move up' }));
  expect(rows.at(-1)?.textContent).toContain(name);
});

test('Dimensions have a name only', async () => {
  const name = unique('Dimension ');
  removeAfterwards('matrix_dimensions', 'name', name);
  const { user, path } = await openAdmin('/admin/matrix/dimensions/new');
  await user.type(await field('Name'), name);
  expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create Dimension' }));
  await waitFor(() => expect(path()).toBe('/admin/matrix/dimensions'));
  expect((await rowOf(name)).getByText('0 learning goals')).toBeTruthy();
});

test('The order is changed by buttons and by keys, each in one request; a failed move is undone', async () => {
  const one = await given('matrix_levels', { code: unique('L'), name: unique('Stufe '), sort_order: 910 });
  const two = await given('matrix_levels', { code: unique('L'), name: unique('Stufe '), sort_order: 911 });
  const requests = counting('POST', 'rpc/reorder_matrix');
  const { user } = await openAdmin('/admin/matrix/levels');
  const order = async () => {
    const { data } = await serviceClient().from('matrix_levels').select('id').order('sort_order').order('id');
    return (data ?? []).map(({ id }) => id).slice(-2);
  };
  await user.click((await rowOf(two.name)).getByRole('button', { name: 'Move up' }));
  await waitFor(async () => expect(await order()).toEqual([two.id, one.id]));
  expect(requests()).toBe(1);
  expect(screen.getByText(new RegExp(`Level “${two.name}” is number`))).toBeTruthy();
  const handle = screen.getByRole('button', { name: `Reorder ${two.name}` });
  handle.focus();
  await user.keyboard('{Enter}{ArrowDown}{Enter}');
  await waitFor(async () => expect(await order()).toEqual([one.id, two.id]));
  expect(requests()).toBe(2);
  failing('POST', 'rpc/reorder_matrix');
  await user.click((await rowOf(two.name)).getByRole('button', { name: 'Move up' }));
  expect(await screen.findByText('The new order could not be saved.')).toBeTruthy();
  expect(await order()).toEqual([one.id, two.id]);
});

test('A value in use asks what takes its place, and Undo brings its workshops back', async () => {
  const [place, other] = [await givenPlace(), await givenPlace()];
  const workshop = await givenMatrixWorkshop(place);
  const view = await openAdmin('/admin/matrix/target-groups');
  expect((await rowOf(place.group.name)).getByText('1 workshop')).toBeTruthy();
  const question = await askedToDelete(view, place.group.name);
  const choice = question.getByRole('combobox', { name: 'Move its 1 workshop to' });
  expect(within(choice).queryByRole('option', { name: /^No/ })).toBeNull();
  await view.user.selectOptions(choice, other.group.name);
  await view.user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(async () =>
    expect(await stored('matrix_workshops', workshop.id)).toMatchObject({ target_group_id: other.group.id }),
  );
  await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () =>
    expect(await stored('matrix_workshops', workshop.id)).toMatchObject({ target_group_id: place.group.id }),
  );
});

test('The only value, in use, cannot be deleted, and the dialog says what to do', async () => {
  const row = { id: crypto.randomUUID(), name: 'Einzige', code: 'E' };
  intercept(({ url }) => {
    if (url.pathname.endsWith('/matrix_levels')) return Promise.resolve(Response.json([row]));
    if (!url.pathname.endsWith('/count_uses')) return undefined;
    return Promise.resolve(Response.json([{ id: row.id, uses: 3 }]));
  });
  const question = await askedToDelete(await openAdmin('/admin/matrix/levels'), row.name);
  expect(question.getByText(/in use: 3 workshops\. Add another one first/)).toBeTruthy();
  expect(question.queryByRole('button', { name: 'Delete' })).toBeNull();
});

test('A dimension is deleted with its goals only when that is chosen', async () => {
  const place = await givenPlace();
  const workshop = await givenMatrixWorkshop(place);
  const goal = { matrix_workshop_id: workshop.id, dimension_id: place.dimension.id, objective: 'Ziel' };
  await given('matrix_workshop_learning_objectives', goal);
  const view = await openAdmin('/admin/matrix/dimensions');
  const question = await askedToDelete(view, place.dimension.name);
  const choice = question.getByRole('combobox', { name: 'Move its 1 learning goal to' });
  await view.user.selectOptions(choice, 'None: delete them, too');
  await view.user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(async () => expect(await storedGoals(workshop.id)).toEqual({}));
  await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await storedGoals(workshop.id)).toEqual({ [place.dimension.id]: 'Ziel' }));
});
