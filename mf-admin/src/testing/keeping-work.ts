import { sessionStore } from '@ki/shared/session/session-store.ts';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { counting, endingSession, holding, losingAnswers } from './network.ts';
import { field, fill, openAdmin, press, storedInput } from './open-admin.ts';
import { newName, type RecordCase, rowsOf, storedValue } from './record-cases.ts';

const KEPT = 'Kept in this browser. Nothing is stored yet.';
/** The first key stores; nothing is new for the next one. */
const SAVED = /^Draft saved at \d\d:\d\d(?: \(Zurich\))?\.$|^There is nothing new to keep\.$/;
const SINCE = 'What you typed since is not saved yet.';

/** The kinds whose new records can be drafts, with the column that publishes them, and what it says then. */
const DRAFTS: Readonly<Record<string, readonly [column: string, draft: unknown]>> = {
  posts: ['published_at', null],
  pages: ['published_at', null],
  courses: ['is_published', false],
};

/** The change that makes a record public whose changes can wait in a draft; null: nothing is needed. */
const PUBLIC: Readonly<Record<string, object | null>> = {
  posts: { published_at: '2001-02-03T10:00:00Z' },
  pages: { published_at: '2001-02-03T10:00:00Z' },
  ads: { is_active: true },
  courses: { is_published: true },
  workshops: null,
};

const oneLineFields = () => [
  ...document.querySelectorAll<HTMLInputElement>(
    'form[aria-label] :is(input:not([type]), input[type="text"], input[type="url"], input[type="number"], input[type="datetime-local"])',
  ),
];

/** Presses Enter in each field of one line, and Ctrl+S in the last; `said` comes after each. */
async function pressKeys(user: UserEvent, said: () => Promise<unknown>): Promise<void> {
  expect(oneLineFields().length).toBeGreaterThan(0);
  for (const input of oneLineFields()) {
    input.focus();
    await user.keyboard('{Enter}');
    await said();
    expect(document.activeElement).toBe(input);
  }
  await user.keyboard('{Control>}s{/Control}');
  await said();
}

export const testKeeping = (cases: readonly RecordCase[]) =>
  describe.each(cases)('$kind', (row) => {
    const { table, name, noun } = row;
    const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const creation = ['POST', row.writtenBy ?? table] as const;
    const update = [row.writtenBy ? 'POST' : 'PATCH', row.writtenBy ?? table] as const;
    /** Opens the form of a new record, and fills it. What selects offer is there before. */
    const openNew = async (called: string) => {
      const input = await row.input();
      const view = await openAdmin(row.add);
      await fill(label, called);
      for (const [text, value] of Object.entries(input)) await fill(text, value);
      return view;
    };
    const storedAs = async (where: Readonly<Record<string, string>>) =>
      (await rowsOf(table).select('*').match(where).throwOnError()).data as readonly Readonly<
        Record<string, unknown>
      >[];
    const openRecord = async () => {
      const record = await row.given();
      const change = PUBLIC[table];
      if (change) await rowsOf(table).update(change).eq('id', record.id).throwOnError();
      const view = await openAdmin(row.edit(record));
      await field(label);
      for (const [text, value] of Object.entries(row.chosen?.(record) ?? {})) await fill(text, value);
      return { ...view, id: record.id, called: String(record[name]) };
    };

    test('Enter in each field and Ctrl+S keep a new record, and publish nothing', async () => {
      const called = newName(row);
      const { user, path } = await openNew(called);
      const [column, draft] = DRAFTS[table] ?? [];
      await pressKeys(user, () => screen.findByText(column ? SAVED : KEPT));
      const rows = await storedAs({ [name]: called });
      if (!column) {
        expect(rows).toEqual([]);
        expect(storedInput()).toHaveLength(2);
        return;
      }
      expect(rows).toHaveLength(1);
      expect(rows[0]?.[column]).toBe(draft);
      expect(path()).toBe(row.edit({ id: String(rows[0]?.id) }));
      expect(storedInput()).toEqual([]);
    });

    test('Enter in each field and Ctrl+S keep changes of a record that visitors see, and publish nothing', async () => {
      const { user, id, called } = await openRecord();
      const before = await storedAs({ id });
      await fill(label, `${called} neu`);
      const waits = table in PUBLIC;
      await pressKeys(user, async () => {
        await screen.findByText(waits ? SAVED : KEPT);
      });
      expect(await storedAs({ id })).toEqual(before);
      if (!waits) return expect(storedInput()).toHaveLength(2);
      expect(screen.getByText('Published, with changes')).toBeTruthy();
      expect((await field(label)).value).toBe(`${called} neu`);
    });

    test('what is typed while a record is created or saved stays, as input that is not saved yet', async () => {
      const called = newName(row);
      const { path } = await openNew(called);
      const create = holding(...creation);
      press(`Create ${noun}`);
      await screen.findByRole('button', { name: 'Saving...' });
      await fill(label, `${called} danach`);
      create();
      await screen.findByText(table === 'prompts' ? 'Your unsaved input was restored.' : SINCE);
      const [created, ...more] = await storedAs({ [name]: called });
      expect(more).toEqual([]);
      const id = String(created?.id);
      expect(path()).toBe(row.edit({ id }).split('?')[0]);
      expect((await field(label)).value).toBe(`${called} danach`);
      expect(storedInput()).toHaveLength(2);

      const save = holding(...update);
      press(`Update ${noun}`);
      await screen.findByRole('button', { name: 'Saving...' });
      await fill(label, called);
      save();
      await screen.findByText(SINCE);
      expect(await storedValue(row, name, { id })).toBe(`${called} danach`);
      expect((await field(label)).value).toBe(called);
      press(`Update ${noun}`);
      await waitFor(async () => expect(await storedValue(row, name, { id })).toBe(called));
      await waitFor(() => expect(path()).toBe(row.list));
      expect(storedInput()).toEqual([]);
    });

    test('a reload while a record is created: the form goes on with it and with what was typed, and stores it once', async () => {
      const called = newName(row);
      const { unmount } = await openNew(called);
      const answering = losingAnswers(...creation);
      press(`Create ${noun}`);
      await screen.findByRole('button', { name: 'Saving...' });
      await fill(label, `${called} danach`);
      await waitFor(async () => expect(await storedAs({ [name]: called })).toHaveLength(1));
      unmount();
      answering();
      const sent = counting(...creation);
      const { path } = await openAdmin(row.add);
      await screen.findByText(/was created by the save before, whose answer was lost/);
      const [created] = await storedAs({ [name]: called });
      await waitFor(() => expect(path()).toBe(row.edit({ id: String(created?.id) }).split('?')[0]));
      expect((await field(label)).value).toBe(`${called} danach`);
      expect(await screen.findByRole('button', { name: `Update ${noun}` })).toBeTruthy();
      expect(sent()).toBe(0);
    });

    test('a reload while a record is saved: what was typed since is input over the version that arrived', async () => {
      const { id, called, unmount } = await openRecord();
      await fill(label, `${called} neu`);
      const answering = losingAnswers(...update);
      press(`Update ${noun}`);
      await screen.findByRole('button', { name: 'Saving...' });
      await fill(label, `${called} neuer`);
      await waitFor(async () => expect(await storedValue(row, name, { id })).toBe(`${called} neu`));
      unmount();
      answering();
      const { path } = await openAdmin(row.edit({ id }));
      expect(await screen.findByText('Your unsaved input was restored.')).toBeTruthy();
      expect((await field(label)).value).toBe(`${called} neuer`);
      for (const [text, value] of Object.entries(row.chosen?.((await storedAs({ id }))[0] as never) ?? {}))
        await fill(text, value);
      press(`Update ${noun}`);
      await waitFor(async () => expect(await storedValue(row, name, { id })).toBe(`${called} neuer`));
      await waitFor(() => expect(path()).toBe(row.list));
    });

    test('a session that ends during a save: what was typed is back after the next sign-in', async () => {
      const { id, called, unmount } = await openRecord();
      await fill(label, `${called} neu`);
      const repair = endingSession(...update);
      press(`Update ${noun}`);
      await fill(label, `${called} neuer`);
      await waitFor(() => expect(sessionStore.getState()).toMatchObject({ status: 'anonymous', ended: 'by-itself' }));
      repair();
      unmount();
      await openAdmin(row.edit({ id }));
      expect(await screen.findByText('Your unsaved input was restored.')).toBeTruthy();
      expect((await field(label)).value).toBe(`${called} neuer`);
      expect(await storedValue(row, name, { id })).toBe(called);
    });
  });
