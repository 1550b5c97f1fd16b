import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';
import { rules, type TableRules } from './testing/rules.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { add, stored, change } = givenRecords(backend);
let colleague: Account;

beforeEach(async () => {
  colleague = await backend.signUp();
});

describe.each(['workflows', 'prompts'] as const)('%s', (table) => {
  const { row, change: edited }: TableRules = rules[table];
  const authorOf = async (id: string) => (await stored(table, id)).user_id;

  test('a new row belongs to the account that adds it, which may be sent as author', async () => {
    expect(await authorOf(await add(table, row))).toBe(backend.staff.id);
    const id = await add(table, { ...row, user_id: backend.staff.id });
    await change(table, id, { user_id: backend.staff.id });
  });

  test.each([
    ['somebody else', () => colleague.id],
    ['nobody', () => null],
  ])('a row cannot be added in the name of %s', async (_, author) => {
    const { error } = await as.staff.from(table).insert({ ...row, user_id: author() });
    expect(error?.code).toBe('42501');
  });

  test('a row cannot be given to another account', async () => {
    const given = as.staff.from(table).update({ user_id: colleague.id });
    expect((await given.eq('id', await add(table, row))).error?.code).toBe('42501');
  });

  test('staff read and change rows of others without becoming their author', async () => {
    const id = await add(table, row);
    const { data } = await colleague.client.from(table).update(edited).eq('id', id).select('user_id').throwOnError();
    expect(data).toEqual([{ user_id: backend.staff.id }]);
  });

  test('a row outlives its author', async () => {
    const id = await add(table, row, colleague.client);
    await owner.query('delete from auth.users where id = $1', [colleague.id]);
    expect(await authorOf(id)).toBeNull();
  });
});

test('updated_at grows with every change', async () => {
  const times: number[] = [];
  for (const title of ['Eins', 'Zwei', 'Drei']) {
    await change('posts', ids.draftPost, { title });
    times.push(Date.parse(String((await stored('posts', ids.draftPost)).updated_at)));
  }
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});

test('only one of two changes that start from the same state is made', async () => {
  const { updated_at } = await stored('posts', ids.draftPost);
  const make = (title: string) =>
    as.staff.from('posts').update({ title }).match({ id: ids.draftPost, updated_at }).select('id');
  const made = await Promise.all([make('Eins'), make('Zwei')]);
  expect(made.map(({ data }) => data?.length).sort()).toEqual([0, 1]);
});
