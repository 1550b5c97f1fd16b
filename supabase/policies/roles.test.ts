import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';
import { ids } from './ids.ts';
import { changeOf, type Operation, type RoleRule, roleRules, rowOf, type StaffRole, staffRoles } from './role-rules.ts';
import { rules } from './rules.ts';

let backend: PolicyBackend;
let accounts: Record<StaffRole, Account>;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
afterAll(() => backend.close());

async function givenAccounts(): Promise<Record<StaffRole, Account>> {
  const [publisher, editor, author] = [await backend.signUp(), await backend.signUp(), await backend.signUp()];
  await backend.owner.query(`update private.staff set role = 'editor' where user_id = $1`, [editor.id]);
  await backend.owner.query(`update private.staff set role = 'author' where user_id = $1`, [author.id]);
  return { publisher, editor, author };
}
beforeEach(async () => {
  await backend.restore();
  accounts = await givenAccounts();
});

async function givenRow(rule: RoleRule, owner: Account): Promise<string> {
  const { table, isOwn } = rule;
  if (table === 'site') return String((await backend.owner.query<{ id: string }>('select id from public.site'))[0]?.id);
  const { data, error } = await backend.service.from(table).insert(rowOf(rule)).select('id').single();
  expect(error).toBeNull();
  // An upload that never came leaves no trace.
  if (table === 'pictures') await backend.owner.query('update public.pictures set sized_at = now()');
  if (isOwn) await backend.owner.query('insert into private.owners values ($1, $2)', [data?.id, owner.id]);
  return data?.id;
}

async function attempt(operation: Operation, rule: RoleRule, role: StaffRole) {
  const account = accounts[role];
  const table = account.client.from(rule.table);
  if (operation === 'insert') return await table.insert(rowOf(rule)).select('id');
  const id = await givenRow(rule, account);
  return operation === 'update'
    ? await table.update(changeOf(rule)).eq('id', id).select('id')
    : await table.delete().eq('id', id).select('id');
}

const REFUSED = { code: '42501', message: expect.stringMatching(/^(Only pub|Auth|Edit)/) };

const cases = roleRules.flatMap((rule) =>
  Object.entries(rule.allowed).flatMap(([operation, allowed]) =>
    staffRoles.map((role) => ({
      rule,
      operation: operation as Operation,
      role,
      outcome: allowed.includes(role) ? 'allowed' : 'denied',
    })),
  ),
);

describe.each(Object.keys(rules))('%s', (table) => {
  const own = cases.filter(({ rule }) => rule.table === table);
  if (own.length === 0)
    test('is written by the database only', () =>
      expect(['citation_checks', 'drafts', 'sources', 'trail']).toContain(table));
  else {
    test.each(own)('$role: $operation of a $rule.row is $outcome', async ({ rule, operation, role, outcome }) => {
      const { data, error } = await attempt(operation, rule, role);
      if (outcome === 'denied') expect(error).toMatchObject(REFUSED);
      else {
        expect(error).toBeNull();
        expect(data).toHaveLength(1);
      }
    });
  }
});

/** What a role may delete, it may restore. */
const deletions = cases.filter(({ operation, rule }) => operation === 'delete' && rule.table !== 'workflows');

test.each(deletions)('$role: restore of $rule.table, $rule.row, is $outcome', async ({ rule, role, outcome }) => {
  const account = accounts[role];
  const deleted = await givenRow(rule, account);
  await backend.as.staff.from(rule.table).delete().eq('id', deleted).throwOnError();
  const { error } = await account.client.rpc('restore_deleted', { deleted });
  if (outcome === 'denied') expect(error).toMatchObject(REFUSED);
  else expect(error).toBeNull();
});

describe('a draft of a record of others', () => {
  const later = { publish_at: '2099-01-01T00:00:00Z' };
  const draftOf = (kind: 'posts' | 'courses', record: string) => ({ kind, record, columns: { title: 'Anders' } });
  const save = async (draft: ReturnType<typeof draftOf>, more: Readonly<Record<string, unknown>> = {}) =>
    (await backend.as.staff.rpc('save_draft', { ...draft, ...more }).throwOnError()).data;

  test('is the business of editors, unless it is scheduled', async () => {
    const draft = draftOf('courses', ids.course);
    expect((await accounts.author.client.rpc('save_draft', draft)).error).toMatchObject(REFUSED);
    const { data: version, error } = await accounts.editor.client.rpc('save_draft', draft);
    expect(error).toBeNull();
    const scheduled = await save(draft, { ...later, version });
    const changed = await accounts.editor.client.rpc('save_draft', { ...draft, ...later, version: scheduled });
    expect(changed.error).toMatchObject(REFUSED);
  });

  test('goes with the record, unless it is scheduled', async () => {
    const draft = draftOf('posts', ids.draftPost);
    const remove = () => accounts.editor.client.from('posts').delete().eq('id', ids.draftPost);
    const version = await save(draft);
    const scheduled = await save(draft, { ...later, version });
    expect((await remove()).error).toMatchObject(REFUSED);
    await save(draft, { version: scheduled, publish_at: null });
    expect((await remove()).error).toBeNull();
  });

  test('comes back from the trash by whoever may write it, though it had a time', async () => {
    const draft = draftOf('posts', ids.publishedPost);
    const version = await save(draft, { ...later, version: await save(draft) });
    const deleted = (await backend.as.staff.from('drafts').select('id').single().throwOnError()).data.id;
    await backend.as.staff.rpc('discard_draft', { record: ids.publishedPost, version }).throwOnError();
    expect((await accounts.author.client.rpc('restore_deleted', { deleted })).error).toMatchObject(REFUSED);
    expect((await accounts.editor.client.rpc('restore_deleted', { deleted })).error).toBeNull();
  });
});
