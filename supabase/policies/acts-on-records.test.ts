import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { givenBackend, type StaffRole } from './testing/backend.ts';
import { contents, courseContents } from './testing/database-state.ts';
import { ids } from './testing/ids.ts';
import { givenRecords, LONG_AGO } from './testing/records.ts';

const backend = givenBackend({ hasTeam: true });
const { as, owner } = backend;
const { call, stored, add, change, remove, givenDraft, readDraft, saveDraft, history, givenPage } =
  givenRecords(backend);

interface Answer {
  readonly change_set: string;
  readonly id: string;
  readonly title: string;
  readonly refused: string | null;
}

type Act = 'publish' | 'unschedule' | 'move' | 'delete';

const ask = (
  kind: string,
  records: readonly string[],
  act: Act,
  columns: object | null = null,
  client?: typeof as.staff,
) => (client ?? as.staff).rpc('act_on_records', { kind, ids: records, act, change: columns });
const act = async (...asked: Parameters<typeof ask>): Promise<readonly Answer[]> =>
  (await ask(...asked).throwOnError()).data;
const undo = ([one]: readonly Answer[]) => call('undo_change_set', { change_set: one?.change_set });
const refusedIn = (answers: readonly Answer[]) =>
  Object.fromEntries(answers.filter(({ refused }) => refused !== null).map(({ id, refused }) => [id, refused]));
const acts = async () =>
  (await owner.query<{ n: number }>('select count(distinct act)::integer as n from trail'))[0]?.n ?? 0;

const LATER = '2099-01-01T00:00:00Z';
const posts: readonly string[] = [ids.publishedPost, ids.scheduledPost, ids.draftPost];
const DELETED = 'Somebody else has deleted it meanwhile.';

test('posts are deleted in one change set; one that is gone is refused by its title, and undo brings all others back', async () => {
  const before = await contents(owner, 'posts');
  const known = await acts();
  const answers = await act('posts', [...posts, ids.deletedPost, ids.draftPost], 'delete');
  expect(answers.map(({ id }) => id)).toEqual([...posts, ids.deletedPost]);
  expect(refusedIn(answers)).toEqual({ [ids.deletedPost]: DELETED });
  expect(answers.at(-1)).toMatchObject({ title: 'Gelöscht', is_gone: true });
  expect(await contents(owner, 'posts')).toEqual([]);
  expect(await acts()).toBe(known + 1);
  expect(await undo(answers)).toMatchObject(posts.map((id) => ({ id, refused: null, adjusted: [] })));
  expect(await contents(owner, 'posts')).toEqual(before);
  expect(await undo(answers)).toMatchObject(posts.map((id) => ({ id, refused: 'It is back already.' })));
});

test('posts are published: a draft, a scheduled one, and what waits of a public one; undo hides them and brings the draft back', async () => {
  await givenDraft(ids.publishedPost, { title: 'Anders' }, { publish_at: LATER });
  const state = async () => [
    await owner.query('select id, title, published_at from posts order by id'),
    { ...(await readDraft(ids.publishedPost)), id: '', created_at: '', updated_at: '' },
  ];
  const before = await state();
  const answers = await act('posts', posts, 'publish');
  expect(refusedIn(answers)).toEqual({});
  for (const id of posts) {
    expect(Date.parse(String((await stored('posts', id)).published_at))).toBeLessThanOrEqual(Date.now());
  }
  expect([await stored('posts', ids.publishedPost), await readDraft(ids.publishedPost)]).toMatchObject([
    { title: 'Anders' },
    null,
  ]);
  expect(refusedIn(await act('posts', posts, 'publish'))).toEqual(
    Object.fromEntries(posts.map((id) => [id, 'It is public, and no change of it waits for publication.'])),
  );
  expect(refusedIn(await undo(answers))).toEqual({});
  expect(await state()).toEqual(before);
});

test('a scheduled post and a scheduled draft lose their time, and have it again after undo', async () => {
  await givenDraft(ids.publishedPost, { title: 'Anders' }, { publish_at: LATER });
  const before = await stored('posts', ids.scheduledPost, 'published_at');
  const answers = await act('posts', posts, 'unschedule');
  expect(refusedIn(answers)).toEqual({ [ids.draftPost]: 'It is not scheduled.' });
  expect(await stored('posts', ids.scheduledPost)).toMatchObject({ published_at: null });
  expect(await readDraft(ids.publishedPost)).toMatchObject({ publish_at: null, content: { title: 'Anders' } });
  expect(refusedIn(await undo(answers))).toEqual({});
  expect(await stored('posts', ids.scheduledPost, 'published_at')).toEqual(before);
  expect(Date.parse((await readDraft(ids.publishedPost)).publish_at)).toBe(Date.parse(LATER));
});

test('a time that has passed since is not set again', async () => {
  await givenDraft(ids.publishedPost, { title: 'Anders' }, { publish_at: LATER });
  const answers = await act('posts', posts, 'unschedule');
  await owner.execute(
    `update trail set before = before || jsonb_build_object(
       case relation when 'drafts' then 'publish_at' else 'published_at' end, now() - interval '1 microsecond'
     ), happened_at = now() - interval '1 hour' where act = '${answers[0]?.change_set}'`,
  );
  expect(await undo(answers)).toMatchObject([
    { id: ids.publishedPost, refused: 'The time of its draft has passed meanwhile.' },
    { id: ids.scheduledPost, refused: null, adjusted: ['published_at'] },
  ]);
});

test.each([
  ['posts', 'category_id', 'categories', { name: 'Neu', slug: 'neu' }, ids.publishedPost],
  ['workshops', 'workshop_category_id', 'workshop_categories', { name: 'Neu' }, ids.workshop],
  ['courses', 'course_category_id', 'course_categories', { name: 'Neu' }, ids.course],
  ['matrix_workshops', 'category_id', 'matrix_categories', { name: 'Neu', code: 'N' }, ids.matrixWorkshop],
])('%s are moved to another category, and back', async (kind, column, table, row, record) => {
  const before = await stored(kind, record, column);
  const category = await add(table, row);
  const answers = await act(kind, [record], 'move', { [column]: category });
  expect([refusedIn(answers), await stored(kind, record, column)]).toEqual([{}, { [column]: category }]);
  expect(refusedIn(await undo(answers))).toEqual({});
  expect(await stored(kind, record, column)).toEqual(before);
  await remove(table, category);
  expect((await ask(kind, [record], 'move', { [column]: category })).error).toMatchObject({ code: 'PT409' });
});

test('a draft moves with its post and can be published; one with another category is refused', async () => {
  const category = await add('categories', { name: 'Neu', slug: 'neu' });
  const version = await givenDraft(ids.publishedPost, { title: 'Anders' });
  const answers = await act('posts', [ids.publishedPost], 'move', { category_id: category });
  expect(await readDraft(ids.publishedPost)).toMatchObject({ content: { category_id: category }, is_stale: false });
  await undo(answers);
  const draft = await readDraft(ids.publishedPost);
  expect(draft).toMatchObject({ content: { category_id: ids.category, title: 'Anders' }, is_stale: false });
  expect(draft.updated_at).not.toBe(version);
  await saveDraft(ids.publishedPost, { category_id: category }, { version: draft.updated_at }).throwOnError();
  expect(refusedIn(await act('posts', [ids.publishedPost], 'move', { category_id: null }))).toEqual({
    [ids.publishedPost]: 'Its unpublished changes have another category: move it in its form.',
  });
});

test('a course comes back with its parts, and a page with its link', async () => {
  const page = await givenPage();
  const links = await contents(owner, 'links');
  const before = await courseContents(owner);
  for (const [kind, record] of [
    ['courses', ids.course],
    ['pages', page],
  ] as const)
    expect(refusedIn(await undo(await act(kind, [record], 'delete')))).toEqual({});
  expect([await courseContents(owner), await contents(owner, 'links')]).toEqual([before, links]);
});

test('what somebody has changed since stays as it is', async () => {
  const answers = await act('posts', [ids.scheduledPost, ids.draftPost], 'publish');
  await change('posts', ids.draftPost, { title: 'Weiter' });
  expect(refusedIn(await undo(answers))).toEqual({ [ids.draftPost]: 'Somebody has changed it since.' });
  expect(await stored('posts', ids.draftPost)).toMatchObject({ title: 'Weiter' });
});

test.each([
  ['posts', ids.publishedPost, { category_id: null }],
  ['courses', ids.course, { course_category_id: null }],
])('two acts on %s are taken back one after the other', async (kind, record, columns) => {
  const before = [await contents(owner, kind), await courseContents(owner)];
  const moved = await act(kind, [record], 'move', columns);
  const deleted = await act(kind, [record], 'delete');
  expect(refusedIn(await undo(moved))).toEqual({ [record]: 'Somebody has changed it since.' });
  for (const answers of [deleted, moved]) expect(refusedIn(await undo(answers))).toEqual({});
  expect([await contents(owner, kind), await courseContents(owner)]).toEqual(before);
});

test.each<[StaffRole, Readonly<Record<string, string>>]>([
  ['publisher', {}],
  [
    'editor',
    {
      [ids.publishedPost]: 'Editors publish only what they created: save a draft and request its publication.',
      [ids.scheduledPost]: 'Editors publish only what they created: save a draft and request its publication.',
    },
  ],
  ['author', Object.fromEntries(posts.slice(0, 2).map((id) => [id, 'Authors change only what they created.']))],
])('%s: rows are refused as by the single act, and do not stop the others', async (role, refused) => {
  const account = backend.team[role];
  await backend.own('posts', ids.draftPost, account);
  expect(refusedIn(await act('posts', posts, 'delete', null, account.client))).toEqual(refused);
  const left = await owner.query<{ id: string }>('select id from posts order by id');
  expect(left.map(({ id }) => id)).toEqual(Object.keys(refused).sort());
});

test('an undo asks for the role, too', async () => {
  const answers = await act('posts', posts.slice(0, 2), 'move', { category_id: null });
  const { data } = await backend.team.editor.client.rpc('undo_change_set', { change_set: answers[0]?.change_set });
  expect(Object.keys(refusedIn(data))).toEqual(posts.slice(0, 2));
});

test('the history counts the records of a change set that can be undone together', async () => {
  const [answer] = await act('posts', posts, 'delete');
  await undo(answer ? [answer] : []);
  const [restored, deleted, created] = (await history(ids.draftPost)) as readonly object[];
  // Restored rows are inserts: their undo would be a deletion.
  expect([restored, deleted, created]).toMatchObject([{ together: 0 }, { together: 3 }, { together: 0 }]);
  await call('delete_category', { kind: 'categories', category: ids.category });
  expect((await history(ids.publishedPost))[0]).toMatchObject({ together: 0 });
});

test.each<[string, string, readonly string[], Act, object | null, string]>([
  ['more than a page', 'posts', Array.from({ length: 101 }, () => randomUUID()), 'delete', null, 'PT400'],
  ['an unknown kind', 'nothing', [], 'delete', null, 'PT400'],
  ['a kind without acts', 'categories', [ids.category], 'delete', null, 'PT400'],
  ['an act that the kind has not', 'matrix_workshops', [ids.matrixWorkshop], 'publish', null, 'PT400'],
  ['an unknown act', 'posts', [ids.draftPost], 'explode' as Act, null, 'PT400'],
  ['a column that is no category', 'posts', [ids.draftPost], 'move', { author: ids.category }, 'PT400'],
  ['another column beside', 'posts', [ids.draftPost], 'move', { category_id: null, title: '' }, 'PT400'],
  ['no column', 'posts', [ids.draftPost], 'move', null, 'PT400'],
])('%s is refused as a whole', async (_, kind, records, name, columns, code) => {
  const before = await contents(owner, 'posts');
  expect((await ask(kind, records, name, columns)).error).toMatchObject({ code });
  expect(await contents(owner, 'posts')).toEqual(before);
});

test('columns count for a move only', async () => {
  await act('posts', [ids.draftPost], 'publish', { title: 'Fremd', published_at: LONG_AGO });
  expect(await stored('posts', ids.draftPost)).toMatchObject({ title: 'Entwurf' });
});
