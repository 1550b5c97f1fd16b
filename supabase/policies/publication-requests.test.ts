import { beforeEach, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords, LONG_AGO } from './testing/records.ts';

const backend = givenBackend();
const { owner } = backend;
const { call, add, change, restore } = givenRecords(backend);
let author: Account;
let editor: Account;
beforeEach(async () => {
  author = await backend.giveRole('author');
  editor = await backend.giveRole('editor');
});

const row = { title: 'Neu', slug: 'neu', content: 'Text' };

const givenPost = ({ client }: Account) => add('posts', row, client);
const request = ({ client }: Account, record: string) => client.rpc('request_publication', { kind: 'posts', record });
const waiting = () => call('publication_requests');
const publication = { published_at: LONG_AGO };
const publish = (record: string) => change('posts', record, publication);

test('an author writes and requests, a publisher sees who asked, and publishing ends the request', async () => {
  const record = await givenPost(author);
  expect((await request(author, record)).error).toBeNull();
  expect(await waiting()).toMatchObject([{ kind: 'posts', record, title: 'Neu' }]);
  const asked = await call('read_publication', { kind: 'posts', record });
  expect(asked).toMatchObject({ refusal: null, request: { is_own: false } });
  await publish(record);
  expect(await waiting()).toEqual([]);
});

test('an author requests the draft of an own published post, and nothing without a draft', async () => {
  const record = await givenPost(author);
  await publish(record);
  expect((await request(author, record)).error?.code).toBe('PT409');
  const draft = { kind: 'posts', record, columns: { title: 'Anders' } };
  const version = await call('save_draft', draft, author.client);
  expect((await request(author, record)).error).toBeNull();
  expect(await waiting()).toMatchObject([{ title: 'Anders' }]);
  for (const [name, more] of [
    ['publish_draft', {}],
    ['save_draft', { publish_at: '2099-01-01T00:00:00Z' }],
  ] as const)
    expect((await author.client.rpc(name, { ...draft, version, ...more })).error?.code).toBe('42501');
  await call('publish_draft', { ...draft, version });
  expect(await waiting()).toEqual([]);
});

test('editors write drafts of others and publish own ones only', async () => {
  const draft = { kind: 'posts', record: ids.publishedPost, columns: { title: 'Anders' } };
  expect((await editor.client.rpc('publish_draft', draft)).error?.code).toBe('42501');
  expect((await editor.client.rpc('save_draft', draft)).error).toBeNull();
  expect((await request(editor, ids.publishedPost)).error).toBeNull();
});

test('the requester withdraws, others do not', async () => {
  const record = await givenPost(author);
  await request(author, record);
  expect((await editor.client.rpc('withdraw_request', { record })).error?.code).toBe('PT404');
  expect((await author.client.rpc('withdraw_request', { record })).error).toBeNull();
  expect(await waiting()).toEqual([]);
});

test('a deleted record does not wait, and is still its creator’s when it comes back', async () => {
  const record = await givenPost(author);
  await request(author, record);
  expect((await author.client.from('posts').delete().eq('id', record).select()).data).toHaveLength(1);
  expect(await waiting()).toEqual([]);
  expect((await restore(record, editor.client)).error).toBeNull();
  expect((await editor.client.from('posts').update(publication).eq('id', record)).error?.code).toBe('42501');
  const changed = await author.client.from('posts').update({ title: 'Mein' }).eq('id', record).select();
  expect(changed.data).toHaveLength(1);
});

test('only operators give roles, metadata of the account none, and nobody but publishers invites', async () => {
  const publisher = await backend.giveRole();
  const role = (by: Account, account: Account) =>
    by.client.rpc('set_role', { account: account.id, role: 'publisher' }).then(({ error }) => error?.code);
  for (const [by, account] of [
    [editor, editor],
    [editor, author],
    [publisher, editor],
  ] as const)
    expect(await role(by, account)).toBe('42501');
  await editor.client.auth.updateUser({ data: { role: 'publisher' } });
  expect((await editor.client.rpc('own_role')).data).toBe('editor');
  expect(await role(backend.staff, editor)).toBeUndefined();
  expect((await editor.client.rpc('own_role')).data).toBe('publisher');
  const invite = async (by: Account, more = {}) =>
    (await by.client.rpc('invite_colleague', { address: 'neu@example.com', remark: '', ...more })).error?.code;
  expect(await invite(author)).toBe('42501');
  expect([await invite(publisher), await invite(publisher, { role: 'author' })]).toEqual([undefined, '42501']);
  expect(await invite(backend.staff, { role: 'author' })).toBeUndefined();
  expect((await author.client.rpc('remove_staff', { account: editor.id })).error?.code).toBe('42501');
});

test('an author deletes the own account, whose published posts stay', async () => {
  const record = await givenPost(author);
  await publish(record);
  expect((await author.client.rpc('delete_account', { account: author.id })).error).toBeNull();
  expect(await owner.query('select from private.owners where record = $1', [record])).toEqual([]);
  expect(await owner.query('select from public.posts where id = $1', [record])).toHaveLength(1);
});
