import { given, serviceClient, stored, unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenMatrixWorkshop, givenPlace, storedGoals } from '../testing/given.ts';
import { counting, failing, respondWith } from '../testing/network.ts';
import { buttonIn, openAdmin, rowOf } from '../testing/open-admin.ts';

type View = Awaited<ReturnType<typeof openAdmin>>;

async function askedToDelete({ user }: View, name: string) {
  await user.click(buttonIn(await rowOf(name), 'Delete'));
  return within(await screen.findByRole('dialog'));
}

test('The order is changed by buttons and by keys, each in one request; a failed move is undone', async () => {
  const one = await given('matrix_levels', { code: unique('L'), name: unique('Stufe '), sort_order: 910 });
  const two = await given('matrix_levels', { code: unique('L'), name: unique('Stufe '), sort_order: 911 });
  const requests = counting('POST', 'rpc/reorder_matrix');
  const { user } = await openAdmin('/admin/matrix/levels');
  const order = async () => {
    const levels = serviceClient().from('matrix_levels').select('id').in('id', [one.id, two.id]);
    const { data } = await levels.order('sort_order').throwOnError();
    return data.map(({ id }) => id);
  };
  await user.click(buttonIn(await rowOf(two.name), 'Move up'));
  await waitFor(async () => expect(await order()).toEqual([two.id, one.id]));
  expect(requests()).toBe(1);
  expect(screen.getByText(new RegExp(`Level “${two.name}” is number`))).toBeTruthy();
  const handle = screen.getByRole('button', { name: `Reorder ${two.name}` });
  handle.focus();
  await user.keyboard('{Enter}{ArrowDown}{Enter}');
  await waitFor(async () => expect(await order()).toEqual([one.id, two.id]));
  expect(requests()).toBe(2);
  failing('POST', 'rpc/reorder_matrix');
  await user.click(buttonIn(await rowOf(two.name), 'Move up'));
  expect(await screen.findByText('The new order could not be saved.')).toBeTruthy();
  expect(await order()).toEqual([one.id, two.id]);
});

test('A value in use asks what takes its place, and cannot be deleted without', async () => {
  const [place, other] = [await givenPlace(), await givenPlace()];
  const workshop = await givenMatrixWorkshop(place);
  const view = await openAdmin(addresses.targetGroups);
  expect(within(await rowOf(place.group.name)).getByText('1 workshop')).toBeTruthy();
  const question = await askedToDelete(view, place.group.name);
  const choice = question.getByRole('combobox', { name: 'Move its 1 workshop to' });
  expect(within(choice).queryByRole('option', { name: /^No/ })).toBeNull();
  await view.user.selectOptions(choice, other.group.name);
  await view.user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(async () =>
    expect(await stored('matrix_workshops', workshop.id)).toMatchObject({ target_group_id: other.group.id }),
  );
});

test('The only value, in use, cannot be deleted, and the dialog says what to do', async () => {
  const row = { id: crypto.randomUUID(), name: 'Einzige', code: 'E' };
  respondWith('matrix_levels', [row]);
  respondWith('count_uses', [{ id: row.id, uses: 3 }]);
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
});
