import { describe, expect, test } from 'vitest';
import { type Account, givenBackend, type StaffRole, staffRoles } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';
import { changeOf, type Operation, type RoleRule, roleRules, rowOf } from './testing/role-rules.ts';
import { rules } from './testing/rules.ts';

const backend = givenBackend({ hasTeam: true });
const { as, owner, team: accounts } = backend;
const { call, add, remove, restore, readDraft } = givenRecords(backend);

async function givenRow(rule: RoleRule, creator: Account): Promise<string> {
  const { table, isOwn } = rule;
  if (table === 'site') return String((await owner.query<{ id: string }>('select id from public.site'))[0]?.id);
  const id = await add(table, rowOf(rule), as.service);
  // An upload that never came leaves no trace.
  if (table === 'pictures') await owner.query('update public.pictures set sized_at = now()');
  if (isOwn) await backend.own(table, id, creator);
  return id;
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

test('tables without a rule are written by the database only', () => {
  const ruled = new Set<string>(roleRules.map(({ table }) => table));
  const others = Object.keys(rules).filter((table) => !ruled.has(table));
  expect(others.sort()).toEqual(['citation_checks', 'drafts', 'sources', 'trail']);
});

test.each(cases)('$rule.table, $role: $operation of a $rule.row is $outcome', async (given) => {
  const { data, error } = await attempt(given.operation, given.rule, given.role);
  if (given.outcome === 'denied') expect(error).toMatchObject(REFUSED);
  else expect([error, data]).toEqual([null, [expect.anything()]]);
});

/** What a role may delete, it may restore. */
const deletions = cases.filter(({ operation, rule }) => operation === 'delete' && rule.table !== 'workflows');

test.each(deletions)('$role: restore of $rule.table, $rule.row, is $outcome', async ({ rule, role, outcome }) => {
  const account = accounts[role];
  const deleted = await givenRow(rule, account);
  await remove(rule.table, deleted);
  const { error } = await restore(deleted, account.client);
  if (outcome === 'denied') expect(error).toMatchObject(REFUSED);
  else expect(error).toBeNull();
});

describe('a draft of a record of others', () => {
  const later = { publish_at: '2099-01-01T00:00:00Z' };
  const draftOf = (kind: 'posts' | 'courses', record: string) => ({ kind, record, columns: { title: 'Anders' } });
  const save = (draft: object, more: object = {}) => call('save_draft', { ...draft, ...more });

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
    const { id } = await readDraft(ids.publishedPost);
    await call('discard_draft', { record: ids.publishedPost, version });
    expect((await restore(id, accounts.author.client)).error).toMatchObject(REFUSED);
    expect((await restore(id, accounts.editor.client)).error).toBeNull();
  });
});
