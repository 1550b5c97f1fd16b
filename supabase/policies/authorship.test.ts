import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { rules, type TableRules } from './testing/rules.ts';

const backend = givenBackend();
const { as, owner } = backend;
let colleague: Account;

beforeEach(async () => {
  colleague = await backend.signUp();
});

describe.each(['workflows', 'prompts'] as const)('%s', (table) => {
  const { row, change }: TableRules = rules[table];
  const addOwn = async () => {
    const { data, error } = await as.staff.from(table).insert(row).select().single();
    expect(error).toBeNull();
    return data as { id: string; user_id: string };
  };

  test('a new row belongs to the account that adds it', async () => {
    expect((await addOwn()).user_id).toBe(backend.staff.id);
  });

  test('the own account may be sent as author', async () => {
    const { error } = await as.staff.from(table).insert({ ...row, user_id: backend.staff.id });
    expect(error).toBeNull();
    const { id } = await addOwn();
    expect((await as.staff.from(table).update({ user_id: backend.staff.id }).eq('id', id)).error).toBeNull();
  });

  test.each([
    ['somebody else', () => colleague.id],
    ['nobody', () => null],
  ])('a row cannot be added in the name of %s', async (_, author) => {
    const { error } = await as.staff.from(table).insert({ ...row, user_id: author() });
    expect(error?.code).toBe('42501');
  });

  test('a row cannot be given to another account', async () => {
    const { id } = await addOwn();
    const { error } = await as.staff.from(table).update({ user_id: colleague.id }).eq('id', id);
    expect(error?.code).toBe('42501');
  });

  test('staff read and change rows of others without becoming their author', async () => {
    const { id } = await addOwn();
    const { data, error } = await colleague.client.from(table).update(change).eq('id', id).select('user_id');
    expect(error).toBeNull();
    expect(data).toEqual([{ user_id: backend.staff.id }]);
  });

  test('a row outlives its author', async () => {
    const { data } = await colleague.client.from(table).insert(row).select('id').single();
    await owner.query('delete from auth.users where id = $1', [colleague.id]);
    const { data: left } = await as.staff.from(table).select('user_id').eq('id', data?.id);
    expect(left).toEqual([{ user_id: null }]);
  });
});

describe('columns that the database sets', () => {
  test('updated_at grows with every change', async () => {
    const change = async (title: string) => {
      const { data } = await as.staff
        .from('posts')
        .update({ title })
        .eq('slug', 'entwurf')
        .select('updated_at')
        .single();
      return Date.parse(data?.updated_at);
    };
    const times = [await change('Eins'), await change('Zwei'), await change('Drei')];
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });

  test('only one of two changes that start from the same state is made', async () => {
    const { data } = await as.staff.from('posts').select('id, updated_at').eq('slug', 'entwurf').single();
    const change = (title: string) =>
      as.staff.from('posts').update({ title }).eq('id', data?.id).eq('updated_at', data?.updated_at).select();
    const made = await Promise.all([change('Eins'), change('Zwei')]);
    expect(made.map((result) => result.data?.length).sort()).toEqual([0, 1]);
  });
});
