import { sessionStore } from '@ki/shared/session/session-store.ts';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { counting, endingSession, holding, losingAnswers } from '../testing/network.ts';
import { field, fill, openAdmin, press, storedInput } from '../testing/open-admin.ts';
import { newName, RECORD_CASES, rowsOf, type Stored, storedValue } from '../testing/record-cases.ts';

const KEPT = 'Kept in this browser. Nothing is stored yet.';
/** The first key stores; nothing is new for the next one. */
const SAVED = /^Draft saved at \d\d:\d\d(?: \(Zurich\))?\.$|^There is nothing new to keep\.$/;
const SINCE = 'What you typed since is not saved yet.';
const RESTORED = 'Your unsaved input was restored.';

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

/** A kind of each shape: those with drafts, in a list, in two tables, and a plain one for all others. */
const SHAPES = [...Object.keys(PUBLIC), 'prompts', 'matrix_workshops', 'categories'];

const oneLineFields = () => [
  ...document.querySelectorAll<HTMLInputElement>(
    'form[aria-label] :is(input:not([type]), input[type="text"], input[type="url"], input[type="number"], input[type="datetime-local"])',
  ),
];

/** Presses Enter in each field of one line, and Ctrl+S in the last; `said` comes after each. */
async function pressKeys(user: UserEvent, said: string | RegExp): Promise<void> {
  expect(oneLineFields().length).toBeGreaterThan(0);
  for (const input of oneLineFields()) {
    input.focus();
    await user.keyboard('{Enter}');
    await screen.findByText(said);
    expect(document.activeElement).toBe(input);
  }
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText(said);
}

describe.each(RECORD_CASES.filter(({ table }) => SHAPES.includes(table)))('$table', (row) => {
  const { table, name, label, texts, creation, update } = row;

  const storedAs = async (where: Readonly<Record<string, string>>) =>
    (await rowsOf(table).select('*').match(where).throwOnError()).data as readonly Stored[];
  /** Chooses what happy-dom empties in a mounted form. */
  const choose = async (record: Stored | undefined) => {
    for (const [text, value] of Object.entries((record && row.chosen?.(record)) ?? {})) await fill(text, value);
  };
  /** Opens the form of a new record, and fills it. What selects offer is there before. */
  const openNew = async (called: string) => {
    const input = await row.input();
    const view = await openAdmin(row.add);
    for (const [text, value] of Object.entries({ [label]: called, ...input })) await fill(text, value);
    return view;
  };
  const pressAndType = async (button: string, typed: string) => {
    press(button);
    await screen.findByRole('button', { name: 'Saving...' });
    await fill(label, typed);
  };
  const updated = async (path: () => string, id: string, called: string) => {
    press(texts.update);
    await waitFor(async () => expect(await storedValue(table, name, { id })).toBe(called));
    await waitFor(() => expect(path()).toBe(row.list));
  };

  test('keys keep a new record, and publish nothing; what is typed while it is created or saved is input that is not saved', async () => {
    const called = newName(table, name);
    const { user, path } = await openNew(called);
    const [column, draft] = DRAFTS[table] ?? [];
    await pressKeys(user, column ? SAVED : KEPT);
    if (column) {
      expect(await storedAs({ [name]: called })).toMatchObject([{ [column]: draft }]);
      expect(storedInput()).toEqual([]);
    } else {
      expect(await storedAs({ [name]: called })).toEqual([]);
      expect(storedInput()).toHaveLength(2);
      const create = holding(...creation);
      await pressAndType(texts.create, `${called} danach`);
      create();
      await screen.findByText(table === 'prompts' ? RESTORED : SINCE);
      expect((await field(label)).value).toBe(`${called} danach`);
      expect(storedInput()).toHaveLength(2);
    }
    const [created, ...more] = await storedAs({ [name]: called });
    expect(more).toEqual([]);
    const id = String(created?.id);
    expect(path()).toBe(row.edit({ id }).split('?')[0]);

    await fill(label, `${called} danach`);
    const save = holding(...update);
    await pressAndType(texts.update, called);
    save();
    await screen.findByText(SINCE);
    expect(await storedValue(table, name, { id })).toBe(`${called} danach`);
    expect((await field(label)).value).toBe(called);
    await updated(path, id, called);
    expect(storedInput()).toEqual([]);
  });

  test('after a reload while a record is created the form goes on with it and with what was typed, and stores it once', async () => {
    const called = newName(table, name);
    const first = await openNew(called);
    const answerCreation = losingAnswers(...creation);
    await pressAndType(texts.create, `${called} danach`);
    await waitFor(async () => expect(await storedAs({ [name]: called })).toHaveLength(1));
    first.unmount();
    answerCreation();
    const sent = counting(...creation);
    const second = await openAdmin(row.add);
    await screen.findByText(/was created by the save before, whose answer was lost/);
    const [created] = await storedAs({ [name]: called });
    const id = String(created?.id);
    await waitFor(() => expect(second.path()).toBe(row.edit({ id }).split('?')[0]));
    expect((await field(label)).value).toBe(`${called} danach`);
    await screen.findByRole('button', { name: texts.update });
    expect(sent()).toBe(0);
  });

  test('what is typed over a reload amid a save, and over the end of a session, is back; keys keep it, and visitors see nothing of it', async () => {
    const record = await row.given();
    const { id } = record;
    const change = PUBLIC[table];
    if (change) await rowsOf(table).update(change).eq('id', id).throwOnError();
    const openRecord = async () => {
      const view = await openAdmin(row.edit(record));
      await field(label);
      await choose(record);
      return view;
    };
    const first = await openRecord();
    await fill(label, 'Neu');
    const answerUpdate = losingAnswers(...update);
    await pressAndType(texts.update, 'Neuer');
    await waitFor(async () => expect(await storedValue(table, name, { id })).toBe('Neu'));
    first.unmount();
    answerUpdate();

    const second = await openRecord();
    expect(await screen.findByText(RESTORED)).toBeTruthy();
    expect((await field(label)).value).toBe('Neuer');
    const repair = endingSession(...update);
    press(texts.update);
    await fill(label, 'Am neuesten');
    await waitFor(() => expect(sessionStore.getState()).toMatchObject({ status: 'anonymous', ended: 'by-itself' }));
    repair();
    second.unmount();

    const before = await storedAs({ id });
    const { user, path } = await openRecord();
    expect(await screen.findByText(RESTORED)).toBeTruthy();
    await pressKeys(user, table in PUBLIC ? SAVED : KEPT);
    expect((await field(label)).value).toBe('Am neuesten');
    expect(await storedAs({ id })).toEqual(before);
    if (table in PUBLIC) expect(screen.getByText('Published, with changes')).toBeTruthy();
    else expect(storedInput()).toHaveLength(2);
    await choose(record);
    await updated(path, id, 'Am neuesten');
  });
});
