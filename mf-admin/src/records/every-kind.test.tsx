import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenRole } from '../testing/given-role.ts';
import { counting, failing, respondWith } from '../testing/network.ts';
import { buttonIn, field, fill, openAdmin, press, rowOf } from '../testing/open-admin.ts';
import { newName, RECORD_CASES, type RecordCase, rowsOf, storedValue } from '../testing/record-cases.ts';
import { expectRefused } from '../testing/refused.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const CONFLICT = 'Somebody else has changed this meanwhile.';

const pathOf = (address: string) => address.split('?')[0] ?? '';
const labelOf = (column: string) => `${column.charAt(0).toUpperCase()}${column.slice(1)}`;

async function fillAll(input: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(input)) await fill(label, value);
}

const listOf = ({ list, isSearched }: RecordCase, name: string) =>
  isSearched ? `${list}?q=${encodeURIComponent(name)}` : list;

test('as an author, each list says why a record of others cannot be deleted, and the record stays', async () => {
  await givenRole('author');
  const { user, router } = await openAdmin(addresses.accounts);
  for (const row of RECORD_CASES) {
    const called = String((await row.given())[row.name]);
    await router.navigate(listOf(row, called));
    await expectRefused(user, await rowOf(called), 'Delete', row.refusal);
  }
});

describe.each(RECORD_CASES)('$table', (row) => {
  const { table, name, label, texts, taken } = row;
  const givenRecord = async () => {
    const record = await row.given();
    return { id: record.id, record, called: String(record[name]) };
  };
  const nameOf = (id: string) => storedValue(table, name, { id });
  const rename = (id: string, to: string) =>
    rowsOf(table)
      .update({ [name]: to })
      .eq('id', id)
      .throwOnError();

  test('the list: a retry reads it, Delete asks, a failure keeps the row, Undo brings it back; none leads to the first', async () => {
    const { id, called } = await givenRecord();
    const unread = failing('GET', table);
    const { user, router } = await openAdmin(listOf(row, called));
    expect(await screen.findByText('The data could not be loaded.')).toBeTruthy();
    unread();
    press('Try again');

    await user.click(buttonIn(await rowOf(called), 'Delete'));
    const question = within(await screen.findByRole('dialog', { name: texts.deleteQuestion }));
    const undeleted = failing('DELETE', table);
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect((await question.findByRole('alert')).textContent).toBe(texts.deleteFailed);
    expect(await nameOf(id)).toBe(called);
    undeleted();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText(called)).toBeNull());
    expect(await nameOf(id)).toBeUndefined();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await rowOf(called)).toBeTruthy();
    expect(await nameOf(id)).toBe(called);

    respondWith(table, []);
    await router.navigate(row.list);
    expect(await screen.findAllByText(/^No .+ yet|^The menu has no links/)).not.toEqual([]);
    const first = screen.queryAllByRole('link', { name: /First |^Create a Prompt$/ });
    const leads = table === 'links' || first.some((link) => link.getAttribute('href')?.startsWith(pathOf(row.add)));
    expect(leads).toBe(true);
  });

  test('the form: a retry reads it, the history restores, a failure and a save of somebody else keep the input', async () => {
    const { id, record, called } = await givenRecord();
    await rename(id, `${called}-neu`);
    const isBesideList = row.add.startsWith(`${row.list}?`);
    const unread = failing(...row.reading);
    const { user, path, router } = await openAdmin(row.edit({ id }));
    expect(await screen.findByText(isBesideList ? 'The data could not be loaded.' : texts.readFailed)).toBeTruthy();
    expect(screen.queryByLabelText(label)).toBeNull();
    unread();
    press('Try again');
    expect((await field(label)).value).toBe(`${called}-neu`);

    await user.click(await screen.findByRole('button', { name: 'Show history' }));
    expect(await screen.findByText(`Changed ${label}`)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Restore' }));
    await waitFor(async () => expect((await field(label)).value).toBe(called));
    expect(await nameOf(id)).toBe(called);

    const [mine, theirs] = [`${called}-mein`, `${called}-ihr`];
    await fill(label, mine);
    await fillAll(row.chosen?.(record) ?? {});
    const unstored = failing(...row.update);
    press(texts.update);
    expect(await screen.findByText(texts.updateFailed)).toBeTruthy();
    expect((await field(label)).value).toBe(mine);
    unstored();
    await rename(id, theirs);
    press(texts.update);
    expect(await screen.findByText(CONFLICT)).toBeTruthy();
    expect((await field(label)).value).toBe(mine);
    expect(await nameOf(id)).toBe(theirs);
    press('Overwrite');
    await waitFor(async () => expect(await nameOf(id)).toBe(mine));
    await waitFor(() => expect(path()).toBe(row.list));

    await router.navigate(row.edit({ id: NOBODY }));
    expect(await screen.findByText('It does not exist, or does not exist any more.')).toBeTruthy();
    expect(screen.getByText(texts.readFailed)).toBeTruthy();
    expect(screen.queryByLabelText(label)).toBeNull();
  });

  test('the new form: required texts are named; a failure and a value that is taken keep the input, which is stored then', async () => {
    const called = newName(table, name);
    const input = { [label]: called, ...(await row.input()) };
    const required = Object.keys(input);
    const { path } = await openAdmin(row.add);
    for (const text of required) await fill(text, '');
    const sent = counting(...row.creation);
    press(texts.create);
    for (const text of required) expect(await screen.findByText(`${text} is required`)).toBeTruthy();
    expect(sent()).toBe(0);

    await fillAll(input);
    const unstored = failing(...row.creation);
    press(texts.create);
    expect(await screen.findByText(texts.createFailed)).toBeTruthy();
    expect((await field(label)).value).toBe(called);
    unstored();

    if (taken) {
      const value = String((await row.given())[taken]);
      const control = await field(labelOf(taken));
      await fill(labelOf(taken), value);
      press(texts.create);
      expect(await screen.findByText(`This ${taken} is already taken.`)).toBeTruthy();
      expect(screen.getByText(texts.createFailed)).toBeTruthy();
      await waitFor(() => expect(document.activeElement).toBe(control));
      expect([control.getAttribute('aria-invalid'), control.value]).toEqual(['true', value]);
      const [described] = control.getAttribute('aria-describedby')?.split(' ') ?? [];
      expect(document.getElementById(described ?? '')?.textContent).toBe(`This ${taken} is already taken.`);
      expect(path()).toBe(pathOf(row.add));
      await fillAll(input);
    }
    press(texts.create);
    await waitFor(async () => expect(await storedValue(table, name, { [name]: called })).toBe(called));
  });
});
