import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords, LONG_AGO } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { add, call, change, publishDue, givenDraft } = givenRecords(backend);
let author: Account;
let editor: Account;
beforeEach(async () => {
  author = await backend.giveRole('author');
  editor = await backend.giveRole('editor');
});

type Group = 'failed' | 'requests' | 'drafts' | 'coming';
type Waits = Readonly<Record<Group, readonly { readonly title: string }[]>>;
const waits = (client = as.staff, legal: readonly string[] = []) => call('what_waits', { legal }, client);
const titles = async (group: Group, { client }: Pick<Account, 'client'> = { client: as.staff }) =>
  ((await waits(client)) as Waits)[group].map(({ title }) => title);

const post = (title: string, more: object = {}) => ({ title, slug: title.toLowerCase(), content: 'Text', ...more });
const draftOf = (kind: string, record: string, title: string) => ({ kind, record, columns: { title } });
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

describe('the drafts of the caller', () => {
  test('are the unpublished records and the drafts of every kind that it created or was the last to edit', async () => {
    const created = await add('posts', post('Neu'), author.client);
    await add('courses', { title: 'Kurs', slug: 'kurs' }, author.client);
    await add('pages', post('Seite'), author.client);
    await add(
      'ads',
      { title: 'Ruht', subtitle: 'x', description: 'x', cta_url: '/x', is_active: false },
      author.client,
    );
    await add('posts', post('Fertig', { published_at: LONG_AGO }), editor.client);
    expect(await titles('drafts', author)).toEqual(['Seite', 'Kurs', 'Neu']);
    for (const [kind, record] of [
      ['workshops', ids.workshop],
      ['ads', ids.activeAd],
      ['posts', ids.publishedPost],
    ] as const)
      await call('save_draft', draftOf(kind, record, `Anders: ${kind}`), editor.client);
    await editor.client.from('posts').update({ title: 'Bearbeitet' }).eq('id', ids.draftPost).throwOnError();
    expect(await titles('drafts', editor)).toEqual(['Bearbeitet', 'Anders: posts', 'Anders: ads', 'Anders: workshops']);
    expect(await titles('drafts')).toEqual([]);
    await change('posts', created, { title: 'Verbessert' });
    expect(await titles('drafts', author)).toEqual(['Verbessert', 'Seite', 'Kurs']);
    await change('posts', ids.draftPost, { title: 'Von anderen' });
    expect(await titles('drafts')).toEqual(['Von anderen', 'Verbessert']);
    expect(await titles('drafts', editor)).toHaveLength(3);
  });

  test('are not those that wait for a publisher or a time, and no more than twenty', async () => {
    const record = await add('posts', post('Bitte'), author.client);
    expect(await titles('drafts', author)).toEqual(['Bitte']);
    await call('request_publication', { kind: 'posts', record }, author.client);
    expect(await titles('drafts', author)).toEqual([]);
    expect(await titles('requests', author)).toEqual(['Bitte']);
    expect(await titles('requests', editor)).toEqual([]);
    expect(await titles('requests')).toEqual(['Bitte']);
    await givenDraft(ids.publishedPost, { title: 'Später' }, { publish_at: inDays(1) });
    expect(await titles('drafts')).toEqual([]);
    for (let nth = 0; nth < 21; nth += 1) await add('posts', post(`Nr-${nth}`));
    expect((await titles('drafts')).slice(0, 2)).toEqual(['Nr-20', 'Nr-19']);
    expect(await titles('drafts')).toHaveLength(20);
  });
});

test('what is published within seven days comes in its order, for all staff', async () => {
  await add('pages', post('Seite', { published_at: inDays(6) }));
  await add('posts', post('Zu-spät', { published_at: inDays(8) }));
  await givenDraft(ids.workshop, { title: 'Werkstatt neu' }, { kind: 'workshops', publish_at: inDays(2) });
  for (const account of [{ client: as.staff }, author])
    expect(await titles('coming', account)).toEqual(['Geplant', 'Werkstatt neu', 'Seite']);
});

test('what could not be published at its time is for publishers, and for whoever created it, with the reason', async () => {
  const record = await add('posts', post('Eigen', { published_at: LONG_AGO }), editor.client);
  const due = { publish_at: LONG_AGO };
  await call('save_draft', { ...draftOf('posts', record, 'Von mir'), ...due }, editor.client);
  await givenDraft(ids.publishedPost, { slug: 'entwurf' }, due);
  await backend.owner.query("update private.staff set role = 'author' where user_id = $1", [editor.id]);
  expect(await publishDue()).toBe(0);
  const reason = expect.stringContaining('Authors do not change what is published');
  expect((await waits(editor.client)).failed).toMatchObject([
    { relation: 'posts', id: record, title: 'Von mir', reason },
  ]);
  expect((await titles('failed')).toSorted()).toEqual(['Veröffentlicht', 'Von mir']);
  expect(await titles('failed', author)).toEqual([]);
  for (const account of [{ client: as.staff }, editor]) expect(await titles('drafts', account)).toEqual([]);
});

test('pages of the law wait until they are public, in the given order', async () => {
  const legal = ['impressum', 'datenschutz', 'barrierefreiheit'];
  await add('pages', { ...post('Impressum'), published_at: LONG_AGO });
  await add('pages', { ...post('Barrierefreiheit'), published_at: inDays(1) });
  const id = await add('pages', post('Datenschutz'));
  expect((await waits(author.client, [...legal, 'agb'])).legal).toMatchObject([
    { slug: 'datenschutz', id },
    { slug: 'barrierefreiheit' },
    { slug: 'agb', id: null },
  ]);
});

test('the time of the list of former texts is for publishers, and the mark of operators for operators', async () => {
  await owner.execute("update site set reading_since = '2099-01-01'");
  expect(await waits()).toMatchObject({ is_operator: true, reading_since: '2099-01-01T00:00:00+00:00', unsigned: 0 });
  expect(await waits(editor.client)).toMatchObject({ is_operator: false, reading_since: null });
});
