import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenWorkshop } from '../testing/given.ts';
import { counting } from '../testing/network.ts';
import { field, openAdmin, rowOf } from '../testing/open-admin.ts';

test('a link that has the focus reads its page once, its press takes that, and any other press reads again', async () => {
  const workshop = await givenWorkshop();
  const { router } = await openAdmin(addresses.workshops);
  const link = async () => within(await rowOf(workshop.title)).getByRole('link', { name: 'Edit' });
  const reads = counting('POST', 'rpc/read_editing');
  fireEvent.focusIn(await link());
  await waitFor(() => expect(reads()).toBe(1));
  fireEvent.focusIn(await link());
  fireEvent.click(await link());
  expect((await field('Title')).value).toBe(workshop.title);
  expect(reads()).toBe(1);

  await router.navigate(addresses.workshops);
  fireEvent.focusIn(await link());
  await waitFor(() => expect(reads()).toBe(2));
  fireEvent.click(document.body);
  fireEvent.click(await link());
  await field('Title');
  expect(reads()).toBe(3);
});
