import { describe, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';

const backend = givenBackend();
const { as, owner } = backend;

const post: string = ids.publishedPost;
const FINDINGS = [{ sentence: 'Ein Satz.', number: 1, state: 'not found' }];
type Client = Account['client'];

const keep = (args: object = {}, client: Client = as.staff) =>
  client.rpc('keep_citations', { post, findings: FINDINGS, ...args });
const kept = async (of = post) =>
  (await as.staff.from('citation_checks').select().eq('record_id', of).throwOnError()).data ?? [];
interface ChangeSet {
  readonly actor_address: string;
  readonly entries: readonly { readonly relation: string; readonly title: string; readonly operation: string }[];
}
const history = async () =>
  (await as.staff.rpc('history', { record: post }).throwOnError()).data as readonly ChangeSet[];
const reasons = async () =>
  (await history()).flatMap(({ entries }) =>
    entries.filter(({ relation }) => relation === 'citation_checks').map(({ title }) => title),
  );

async function givenRole(role: 'editor' | 'author', owns: readonly string[] = []): Promise<Client> {
  const { client, id } = await backend.giveRole(role);
  for (const record of owns)
    await owner.query('insert into private.owners (relation, record, account) values ($1, $2, $3)', [
      'posts',
      record,
      id,
    ]);
  return client;
}

describe('what was judged', () => {
  test('is kept once for a post, as of the last save', async () => {
    await keep().throwOnError();
    await keep({ findings: [] }).throwOnError();
    expect(await kept()).toMatchObject([{ record_id: post, findings: [], reason: null }]);
  });

  test('goes with its post', async () => {
    await keep().throwOnError();
    await as.staff.from('posts').delete().eq('id', post).throwOnError();
    expect(await kept()).toEqual([]);
  });

  test.each([
    ['no list', { findings: { state: 'found' } }, 'citation_checks_findings'],
    ['more than a megabyte', { findings: ['x'.repeat(1_000_001)] }, 'citation_checks_findings'],
    ['an empty reason', { reason: ' ' }, 'citation_checks_reason'],
    ['a long reason', { reason: 'x'.repeat(2001) }, 'citation_checks_reason'],
  ])('is refused: %s', async (_, args, constraint) => {
    const { error } = await keep(args);
    expect(error).toMatchObject({ code: '23514', message: expect.stringContaining(`"${constraint}"`) });
    expect(await kept()).toEqual([]);
  });

  test('is refused for what is no post', async () => {
    expect((await keep({ post: ids.course })).error).toMatchObject({ code: 'PT404' });
  });
});

describe('a reason', () => {
  test('is in the history of the post, for each time that it was given', async () => {
    await keep().throwOnError();
    expect(await reasons()).toEqual([]);
    await keep({ reason: 'Die Quelle ist veraltet.' }).throwOnError();
    await keep({ findings: [] }).throwOnError();
    await keep({ reason: 'Die Quelle ist veraltet.' }).throwOnError();
    await keep({ reason: 'Nachgefragt.' }).throwOnError();
    expect(await reasons()).toEqual(['Nachgefragt.', 'Die Quelle ist veraltet.', 'Die Quelle ist veraltet.']);
    expect((await history())[0]?.actor_address).toContain('@example.com');
  });

  test('stays until another one is given, and in the history after the post is gone', async () => {
    await keep({ reason: 'Geprüft.' }).throwOnError();
    await keep({ findings: [] }).throwOnError();
    expect(await kept()).toMatchObject([{ reason: 'Geprüft.', findings: [] }]);
    await as.staff.from('posts').delete().eq('id', post).throwOnError();
    expect(await reasons()).toEqual(['Geprüft.']);
  });

  test('is no conflict with a draft that began before it', async () => {
    const draft = { kind: 'posts', record: post, columns: { title: 'Entwurf' } };
    const { data: version } = await as.staff.rpc('save_draft', draft).throwOnError();
    await keep({ reason: 'Geprüft.' }).throwOnError();
    await as.staff.rpc('publish_draft', { ...draft, version }).throwOnError();
    expect((await as.staff.from('posts').select('title').eq('id', post)).data).toEqual([{ title: 'Entwurf' }]);
  });

  test('does not hold up that the post comes back from the trash or to an earlier version', async () => {
    const newest = async () =>
      Number((await owner.query<{ id: string }>('select max(id)::text as id from public.trail'))[0]?.id);
    await as.staff.from('posts').update({ title: 'Anders' }).eq('id', post).throwOnError();
    const entry = await newest();
    await as.staff.from('posts').update({ title: 'Neu' }).eq('id', post).throwOnError();
    await keep({ reason: 'Geprüft.' }).throwOnError();
    const version = { record: post, entry, seen: await newest() };
    expect((await as.staff.rpc('restore_version', version)).error).toBeNull();
    await as.staff.from('posts').delete().eq('id', post).throwOnError();
    const { data: trash } = await as.staff.rpc('trash').throwOnError();
    expect(trash[0]).toMatchObject({ row_id: post, relation: 'posts' });
    expect((await as.staff.rpc('restore_deleted', { deleted: post })).error).toBeNull();
  });
});

describe('who may keep it', () => {
  test('an editor, of every post', async () => {
    expect((await keep({}, await givenRole('editor'))).error).toBeNull();
  });

  test('an author, of own posts only', async () => {
    expect((await keep({}, await givenRole('author', [post]))).error).toBeNull();
    expect((await keep({}, await givenRole('author'))).error).toMatchObject({
      code: '42501',
      hint: 'role',
      message: 'Authors change only what they created.',
    });
  });
});
