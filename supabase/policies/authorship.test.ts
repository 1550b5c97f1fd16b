import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';
import { rules, type TableRules } from './rules.ts';

let backend: PolicyBackend;
let colleague: Account;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(async () => {
  await backend.restore();
  colleague = await backend.signUp();
});
afterAll(() => backend.close());

describe.each(['workflows', 'prompts'] as const)('%s', (table) => {
  const { row, change }: TableRules = rules[table];
  const addOwn = async () => {
    const { data, error } = await backend.as.staff.from(table).insert(row).select().single();
    expect(error).toBeNull();
    return data as { id: string; user_id: string };
  };

  test('a new row belongs to the account that adds it', async () => {
    expect((await addOwn()).user_id).toBe(backend.staff.id);
  });

  test('the own account may be sent as author', async () => {
    const { error } = await backend.as.staff.from(table).insert({ ...row, user_id: backend.staff.id });
    expect(error).toBeNull();
    const { id } = await addOwn();
    expect((await backend.as.staff.from(table).update({ user_id: backend.staff.id }).eq('id', id)).error).toBeNull();
  });

  test.each([
    ['somebody else', () => colleague.id],
    ['nobody', () => null],
  ])('a row cannot be added in the name of %s', async (_, author) => {
    const { error } = await backend.as.staff.from(table).insert({ ...row, user_id: author() });
    expect(error?.code).toBe('42501');
  });

  test('a row cannot be given to another account', async () => {
    const { id } = await addOwn();
    const { error } = await backend.as.staff.from(table).update({ user_id: colleague.id }).eq('id', id);
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
    await backend.owner.query('delete from auth.users where id = $1', [colleague.id]);
    const { data: left } = await backend.as.staff.from(table).select('user_id').eq('id', data?.id);
    expect(left).toEqual([{ user_id: null }]);
  });
});

describe('columns that the database sets', () => {
  test.each(['id', 'created_at', 'updated_at'])('%s of a post cannot be sent', async (column) => {
    const value = column === 'id' ? crypto.randomUUID() : '2020-01-01T00:00:00Z';
    const added = await backend.as.staff.from('posts').insert({ ...rules.posts.row, [column]: value });
    expect(added.error?.code).toBe('42501');
    const changed = await backend.as.staff
      .from('posts')
      .update({ [column]: value })
      .eq('slug', 'entwurf');
    expect(changed.error?.code).toBe('42501');
  });

  test('updated_at grows with every change', async () => {
    const change = async (title: string) => {
      const { data } = await backend.as.staff
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
    const { data } = await backend.as.staff.from('posts').select('id, updated_at').eq('slug', 'entwurf').single();
    const change = (title: string) =>
      backend.as.staff.from('posts').update({ title }).eq('id', data?.id).eq('updated_at', data?.updated_at).select();
    const made = await Promise.all([change('Eins'), change('Zwei')]);
    expect(made.map((result) => result.data?.length).sort()).toEqual([0, 1]);
  });
});
