import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';
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
      if (outcome === 'denied')
        expect(error).toMatchObject({ code: '42501', message: expect.stringMatching(/^(Only pub|Auth|Edit)/) });
      else {
        expect(error).toBeNull();
        expect(data).toHaveLength(1);
      }
    });
  }
});
