import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordKinds } from '../layout/record-kinds.ts';
import { givenRole, leave } from './given-role.ts';
import { counting, failing, respondWith } from './network.ts';
import { buttonIn, field, fill, openAdmin, press, rowOf } from './open-admin.ts';
import { newName, type RecordCase, rowsOf, storedValue } from './record-cases.ts';
import { expectRefused } from './refused.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const CONFLICT = 'Somebody else has changed this meanwhile.';
const pathOf = (address: string) => address.split('?')[0];

async function fillAll(input: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(input)) await fill(label, value);
}

const listOf = ({ list, isSearched }: RecordCase, name: string) =>
  isSearched ? `${list}?q=${encodeURIComponent(name)}` : list;

export const testKinds = (cases: readonly RecordCase[]) =>
  describe.each(cases)('$kind', (row) => {
    const { table, name, none, failures, noun } = row;
    const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const creation = ['POST', row.writtenBy ?? table] as const;
    const update = [row.writtenBy ? 'POST' : 'PATCH', row.writtenBy ?? table] as const;
    const hasDrafts = recordKinds.some((kind) => kind.table === table && kind.hasDrafts);
    const reading: readonly [string, string] = hasDrafts ? ['POST', 'rpc/read_editing'] : ['GET', table];
    const givenRecord = async () => {
      const record = await row.given();
      return { id: record.id, record, called: String(record[name]) };
    };
    const nameOf = (id: string) => storedValue(row, name, { id });
    const rename = (id: string, to: string) =>
      rowsOf(table)
        .update({ [name]: to })
        .eq('id', id)
        .throwOnError();

    test('a list without records says so, and leads to the first one', async () => {
      respondWith(table, []);
      await openAdmin(row.list);
      const [text, first] = none;
      expect(await screen.findAllByText(text)).not.toEqual([]);
      const add = pathOf(row.add) ?? '';
      if (first) expect(screen.getAllByRole('link', { name: first })[0]?.getAttribute('href')).toContain(add);
    });

    test('a list that cannot be read says so, and a retry reads it', async () => {
      const { called } = await givenRecord();
      const answering = failing('GET', table);
      await openAdmin(listOf(row, called));
      expect(await screen.findByText('The data could not be loaded.')).toBeTruthy();
      answering();
      press('Try again');
      expect(await rowOf(called)).toBeTruthy();
    });

    test(`'${failures.read}': no form is shown, and a retry reads the record`, async () => {
      const { id, called } = await givenRecord();
      const answering = failing(...reading);
      await openAdmin(row.edit({ id }));
      expect(await screen.findByText(failures.read)).toBeTruthy();
      expect(screen.queryByLabelText(label)).toBeNull();
      answering();
      press('Try again');
      expect((await field(label)).value).toBe(called);
    });

    test('a record that does not exist has no form', async () => {
      await openAdmin(row.edit({ id: NOBODY }));
      expect(await screen.findByText('It does not exist, or does not exist any more.')).toBeTruthy();
      expect(screen.getByText(table === 'prompts' ? 'There is no such prompt.' : failures.read)).toBeTruthy();
      expect(screen.queryByLabelText(label)).toBeNull();
    });

    test(`required texts are named; '${failures.create}' keeps the input, which another press stores`, async () => {
      const [called, input] = [newName(row), await row.input()];
      await openAdmin(row.add);
      for (const text of row.required) await fill(text, '');
      const sent = counting(...creation);
      press(`Create ${noun}`);
      for (const text of row.required) expect(await screen.findByText(`${text} is required`)).toBeTruthy();
      expect(sent()).toBe(0);
      await fill(label, called);
      await fillAll(input);
      const answering = failing(...creation);
      press(`Create ${noun}`);
      expect(await screen.findByText(failures.create)).toBeTruthy();
      expect((await field(label)).value).toBe(called);
      answering();
      press(`Create ${noun}`);
      await waitFor(async () => expect(await storedValue(row, name, { [name]: called })).toBe(called));
    });

    test(`'${failures.update}' and a save of somebody else keep the input, which Overwrite stores`, async () => {
      const { id, record, called } = await givenRecord();
      const { path } = await openAdmin(row.edit({ id }));
      const [mine, theirs] = [`${called} mein`, `${called} ihr`];
      await fill(label, mine);
      await fillAll(row.chosen?.(record) ?? {});
      const answering = failing(...update);
      press(`Update ${noun}`);
      expect(await screen.findByText(failures.update)).toBeTruthy();
      expect((await field(label)).value).toBe(mine);
      answering();
      await rename(id, theirs);
      press(`Update ${noun}`);
      expect(await screen.findByText(CONFLICT)).toBeTruthy();
      expect((await field(label)).value).toBe(mine);
      expect(await nameOf(id)).toBe(theirs);
      press('Overwrite');
      await waitFor(async () => expect(await nameOf(id)).toBe(mine));
      await waitFor(() => expect(path()).toBe(row.list));
    });

    test(`Delete asks; '${failures.remove}' keeps the record; a deletion can be undone`, async () => {
      const { id, called } = await givenRecord();
      const { user } = await openAdmin(listOf(row, called));
      await user.click(buttonIn(await rowOf(called), 'Delete'));
      const title = `Are you sure you want to delete this ${noun.toLowerCase()}?`;
      const question = within(await screen.findByRole('dialog', { name: title }));
      const answering = failing('DELETE', table);
      await user.click(question.getByRole('button', { name: 'Delete' }));
      expect((await question.findByRole('alert')).textContent).toBe(failures.remove);
      expect(await nameOf(id)).toBe(called);
      answering();
      await user.click(question.getByRole('button', { name: 'Delete' }));
      await waitFor(() => expect(screen.queryByText(called)).toBeNull());
      expect(await nameOf(id)).toBeUndefined();
      await user.click(await screen.findByRole('button', { name: 'Undo' }));
      expect(await rowOf(called)).toBeTruthy();
      expect(await nameOf(id)).toBe(called);
    });

    test('the history restores an earlier version', async () => {
      const { id, called } = await givenRecord();
      await rename(id, `${called} neu`);
      const { user } = await openAdmin(row.edit({ id }));
      await user.click(await screen.findByRole('button', { name: 'Show history' }));
      expect(await screen.findByText(`Changed ${label}`)).toBeTruthy();
      await user.click(screen.getByRole('button', { name: 'Restore' }));
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Restore' }));
      await waitFor(async () => expect(await nameOf(id)).toBe(called));
    });

    test('as an author, a record of others says why it cannot be deleted, and stays', async () => {
      const { called } = await givenRecord();
      await givenRole('author');
      onTestFinished(leave);
      const { user } = await openAdmin(listOf(row, called));
      await expectRefused(user, await rowOf(called), 'Delete', row.refusal);
    });

    if (row.taken)
      test(`a ${row.taken} that is taken is told at its field, and the input stays`, async () => {
        const column = String(row.taken);
        const value = String((await row.given())[column]);
        const { path } = await openAdmin(row.add);
        const label = `${column.charAt(0).toUpperCase()}${column.slice(1)}`;
        await fillAll({ [row.name === 'title' ? 'Title' : 'Name']: 'Doppelt', ...(await row.input()), [label]: value });
        press(`Create ${row.noun}`);
        expect(await screen.findByText(row.failures.create)).toBeTruthy();
        const input = await field(label);
        await waitFor(() => expect(document.activeElement).toBe(input));
        expect([input.getAttribute('aria-invalid'), input.value]).toEqual(['true', value]);
        const [described] = input.getAttribute('aria-describedby')?.split(' ') ?? [];
        expect(document.getElementById(described ?? '')?.textContent).toBe(`This ${column} is already taken.`);
        expect(path()).toBe(pathOf(row.add));
      });
  });
