import { expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const { as } = backend;
const { stored, change, remove, history, newestEntry, ...records } = givenRecords(backend);

const post: string = ids.publishedPost;
const FINDINGS = [{ sentence: 'Ein Satz.', number: 1, state: 'not found' }];

const keep = (args: object = {}, client = as.staff) =>
  client.rpc('keep_citations', { post, findings: FINDINGS, ...args });
const kept = async () => (await as.staff.from('citation_checks').select().throwOnError()).data;
const reasons = async () =>
  (await history(post)).flatMap(({ entries }) =>
    entries.filter(({ relation }) => relation === 'citation_checks').map(({ title }) => title),
  );

test('what was judged is kept once for a post, as of the last save, and goes with its post', async () => {
  await keep().throwOnError();
  await keep({ findings: [] }).throwOnError();
  expect(await kept()).toMatchObject([{ record_id: post, findings: [], reason: null }]);
  await remove('posts', post);
  expect(await kept()).toEqual([]);
});

test.each<[string, object, string, string]>([
  ['no list', { findings: { state: 'found' } }, '23514', '"citation_checks_findings"'],
  ['more than a megabyte', { findings: ['x'.repeat(1_000_001)] }, '23514', '"citation_checks_findings"'],
  ['an empty reason', { reason: ' ' }, '23514', '"citation_checks_reason"'],
  ['a long reason', { reason: 'x'.repeat(2001) }, '23514', '"citation_checks_reason"'],
  ['what is no post', { post: ids.course }, 'PT404', ''],
])('is refused: %s', async (_, args, code, message) => {
  expect((await keep(args)).error).toMatchObject({ code, message: expect.stringContaining(message) });
  expect(await kept()).toEqual([]);
});

test('a reason is in the history of the post, for each time that it was given', async () => {
  await keep().throwOnError();
  expect(await reasons()).toEqual([]);
  const outdated = 'Die Quelle ist veraltet.';
  for (const args of [{ reason: outdated }, { findings: [] }, { reason: outdated }, { reason: 'Nachgefragt.' }])
    await keep(args).throwOnError();
  expect(await reasons()).toEqual(['Nachgefragt.', outdated, outdated]);
  expect((await history(post))[0]?.actor_address).toContain('@example.com');
});

test('a reason stays until another one is given, and in the history after the post is gone', async () => {
  await keep({ reason: 'Geprüft.' }).throwOnError();
  await keep({ findings: [] }).throwOnError();
  expect(await kept()).toMatchObject([{ reason: 'Geprüft.', findings: [] }]);
  await remove('posts', post);
  expect(await reasons()).toEqual(['Geprüft.']);
});

test('a reason is no conflict with a draft that began before it', async () => {
  const version = await records.givenDraft(post, { title: 'Entwurf' });
  await keep({ reason: 'Geprüft.' }).throwOnError();
  await records.publishDraft(post, {}, { version }).throwOnError();
  expect(await stored('posts', post)).toMatchObject({ title: 'Entwurf' });
});

test('a reason does not hold up that the post comes back from the trash or to an earlier version', async () => {
  await change('posts', post, { title: 'Anders' });
  const entry = await newestEntry(post);
  await change('posts', post, { title: 'Neu' });
  await keep({ reason: 'Geprüft.' }).throwOnError();
  expect((await records.goBack(post, entry)).error).toBeNull();
  await remove('posts', post);
  expect((await records.trash())[0]).toMatchObject({ row_id: post, relation: 'posts' });
  expect((await records.restore(post)).error).toBeNull();
});

test.each([
  ['an editor keeps it of every post', 'editor', false, null],
  ['an author keeps it of own posts', 'author', true, null],
  ['an author does not keep it of other posts', 'author', false, 'Authors change only what they created.'],
] as const)('%s', async (_, role, isOwn, message) => {
  const account = await backend.giveRole(role);
  if (isOwn) await backend.own('posts', post, account);
  const { error } = await keep({}, account.client);
  expect(error).toEqual(message && expect.objectContaining({ code: '42501', hint: 'role', message }));
});
