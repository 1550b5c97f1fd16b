import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';
import { ids } from './ids.ts';
import { type RoleRule, roleRules, rowOf } from './role-rules.ts';

let backend: PolicyBackend;
let accounts: Record<'publisher' | 'editor' | 'author', Account>;
const roles = ['publisher', 'editor', 'author'] as const;
const narrow = ['editor', 'author'] as const;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.restore();
  accounts = { publisher: await backend.signUp(), editor: await backend.signUp(), author: await backend.signUp() };
  for (const role of narrow)
    await backend.owner.query('update private.staff set role = $1 where user_id = $2', [role, accounts[role].id]);
});

const refusalsSchema = z.record(
  z.string(),
  z.object({ change: z.string(), publish: z.string(), draft: z.string() }).partial(),
);

async function refusalsOf({ client }: Account, kind: string, record: string) {
  const { data } = await client.rpc('refusals', { kinds: [kind], records: [record] }).throwOnError();
  return refusalsSchema.parse(data)[record];
}

async function givenRow(rule: RoleRule, owner: Account): Promise<string> {
  const { data } = await backend.service.from(rule.table).insert(rowOf(rule)).select('id').single().throwOnError();
  // An upload that never came leaves no trace.
  if (rule.table === 'pictures') await backend.owner.query('update public.pictures set sized_at = now()');
  if (rule.isOwn) await backend.owner.query('insert into private.owners values ($1, $2)', [data.id, owner.id]);
  return data.id;
}

const REASON = /^(Only publishers|Authors|Editors) /;
const deletable = roleRules.filter(({ table, allowed }) => allowed.delete && table !== 'workflows');
const cases = deletable.flatMap((rule) => roles.map((role) => ({ rule, role, table: rule.table, row: rule.row })));

describe('what is refused beforehand is what is refused then', () => {
  test.each(cases)('$role: deletion of $table, $row', async ({ rule, role }) => {
    const account = accounts[role];
    const record = await givenRow(rule, account);
    const refused = (await refusalsOf(account, rule.table, record))?.change ?? null;
    const { error } = await account.client.from(rule.table).delete().eq('id', record);
    expect(refused).toBe(error?.message ?? null);
    if (!rule.allowed.delete?.includes(role)) expect(refused).toMatch(REASON);
  });

  test.each(cases)('$role: restore of $table, $row', async ({ rule, role }) => {
    const account = accounts[role];
    const record = await givenRow(rule, account);
    await backend.as.staff.from(rule.table).delete().eq('id', record).throwOnError();
    const refused = (await refusalsOf(account, rule.table, record))?.change ?? null;
    const { error } = await account.client.rpc('restore_deleted', { deleted: record });
    expect(refused).toBe(error?.message ?? null);
  });

  test.each(['posts', 'pages'].flatMap((table) => roleRules.filter((rule) => rule.table === table && rule.change)))(
    'publishing or hiding: $table, $row',
    async (rule) => {
      for (const role of narrow) {
        const account = accounts[role];
        const record = await givenRow({ ...rule, columns: { ...rule.columns, slug: role } }, account);
        const refused = (await refusalsOf(account, rule.table, record))?.publish ?? null;
        const change = { ...rule.change };
        const { error } = await account.client.from(rule.table).update(change).eq('id', record);
        expect(refused).toBe(error?.message ?? null);
      }
    },
  );
});

test('the draft of a published record of others is the business of editors, unless it is scheduled', async () => {
  const draft = { kind: 'courses', record: ids.course, columns: { title: 'Anders' } };
  expect((await refusalsOf(accounts.editor, 'courses', ids.course))?.draft).toBeUndefined();
  expect((await refusalsOf(accounts.author, 'courses', ids.course))?.draft).toMatch(/^Authors change only/);
  const version = (await backend.as.staff.rpc('save_draft', draft).throwOnError()).data;
  const later = { ...draft, version, publish_at: '2099-01-01T00:00:00Z' };
  const scheduled = (await backend.as.staff.rpc('save_draft', later).throwOnError()).data;
  const refused = (await refusalsOf(accounts.editor, 'courses', ids.course))?.draft;
  const { error } = await accounts.editor.client.rpc('save_draft', { ...later, version: scheduled });
  expect(error).toMatchObject({ code: '42501', message: refused });
});

test('a deletion that would take the scheduled draft of others is refused', async () => {
  const version = (
    await backend.as.staff.rpc('save_draft', { kind: 'posts', record: ids.draftPost, columns: {} }).throwOnError()
  ).data;
  expect(await refusalsOf(accounts.editor, 'posts', ids.draftPost)).toMatchObject({ publish: expect.any(String) });
  expect((await refusalsOf(accounts.editor, 'posts', ids.draftPost))?.change).toBeUndefined();
  const at = { kind: 'posts', record: ids.draftPost, columns: {}, version, publish_at: '2099-01-01T00:00:00Z' };
  await backend.as.staff.rpc('save_draft', at).throwOnError();
  const refused = (await refusalsOf(accounts.editor, 'posts', ids.draftPost))?.change;
  const { error } = await accounts.editor.client.from('posts').delete().eq('id', ids.draftPost);
  expect(error).toMatchObject({ code: '42501', message: refused });
});

test('a deleted draft can be restored by whoever may write it, though it had a time', async () => {
  const draft = { kind: 'posts', record: ids.publishedPost, columns: { title: 'Anders' } };
  const version = (await backend.as.staff.rpc('save_draft', draft).throwOnError()).data;
  const later = { ...draft, version, publish_at: '2099-01-01T00:00:00Z' };
  const scheduled = (await backend.as.staff.rpc('save_draft', later).throwOnError()).data;
  const id = (await backend.as.staff.from('drafts').select('id').single().throwOnError()).data.id;
  await backend.as.staff.rpc('discard_draft', { record: ids.publishedPost, version: scheduled }).throwOnError();
  expect((await refusalsOf(accounts.author, 'drafts', id))?.change).toMatch(/^Authors change only/);
  expect(await refusalsOf(accounts.editor, 'drafts', id)).not.toHaveProperty('change');
  expect((await accounts.editor.client.rpc('restore_deleted', { deleted: id })).error).toBeNull();
});

test('records of several tables in one call; without a record there is no refusal', async () => {
  const kinds = ['posts', 'matrix_levels', 'posts'];
  const records = [ids.publishedPost, ids.matrixLevel, '90000000-0000-4000-8000-000000000009'];
  const { data } = await accounts.author.client.rpc('refusals', { kinds, records }).throwOnError();
  expect(refusalsSchema.parse(data)).toMatchObject({
    [ids.publishedPost]: { change: 'Authors change only what they created.' },
    [ids.matrixLevel]: { change: 'Only publishers may do this.' },
  });
  expect(Object.keys(data)).toHaveLength(2);
});

test('a publisher is refused nothing, nobody a row of a table without roles; a table that is missing is named', async () => {
  const call = { kinds: ['posts', 'site'], records: [ids.publishedPost, ids.publishedPost] };
  expect((await accounts.publisher.client.rpc('refusals', call).throwOnError()).data).toEqual({});
  const asked = (...kinds: string[]) =>
    accounts.editor.client.rpc('refusals', { kinds, records: [ids.workflow, ids.publishedPost] });
  expect((await asked('workflows', 'posts').throwOnError()).data).toEqual({ [ids.publishedPost]: expect.anything() });
  expect((await asked('nothing', 'posts')).error).toMatchObject({
    code: 'PT400',
    message: 'There is no table "nothing".',
  });
});
