import { expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { contents, courseContents, matrixContents } from './testing/database-state.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const { owner } = backend;
const { call, stored, change, add, remove, restore, trash, goBack, givenDraft, publishDue } = givenRecords(backend);

const titlesInTrash = async () => (await trash()).map(({ title }) => title);
const refusedFor = (parent: string) => ({
  code: 'PT409',
  message: `Its ${parent} is in the trash: restore that first.`,
});

test.each([
  ['posts', ids.publishedPost],
  ['ads', ids.activeAd],
  ['workshops', ids.workshop],
  ['prompts', ids.activeSearchPrompt],
  ['workflows', ids.workflow],
  ['categories', ids.category],
])('the trash restores %s unchanged, with their ids', async (table, id) => {
  await owner.execute('update posts set category_id = null');
  const before = await contents(owner, table);
  await remove(table, id);
  expect(await contents(owner, table)).toHaveLength(before.length - 1);
  expect((await restore(id)).error).toBeNull();
  expect(await contents(owner, table)).toEqual(before);
  expect(await titlesInTrash()).toEqual(['Gelöscht']);
});

test('a course is restored with all its modules and lessons in one call, with the same ids', async () => {
  const before = await courseContents(owner);
  await remove('courses', ids.course);
  const shown = { row_id: ids.course, relation: 'courses', title: 'Offener Kurs' };
  expect((await trash())[0]).toMatchObject({ ...shown, module_count: 2, lesson_count: 3, total: 2 });
  expect((await restore(ids.course)).data).toEqual([]);
  expect(await courseContents(owner)).toEqual(before);
});

test('a module is restored with its lessons, and a lesson, at their positions, once what holds them is there', async () => {
  const before = await courseContents(owner);
  await call('delete_lesson', { lesson: ids.lessonA });
  await call('delete_module', { module: ids.firstModule });
  await remove('courses', ids.course);
  for (const [deleted, parent] of [
    [ids.lessonA, 'module'],
    [ids.firstModule, 'course'],
  ] as const)
    expect((await restore(deleted)).error).toMatchObject(refusedFor(parent));
  for (const deleted of [ids.course, ids.firstModule, ids.lessonA]) expect((await restore(deleted)).error).toBeNull();
  expect(await courseContents(owner)).toEqual(before);
});

test('a matrix workshop is restored with its objectives, once its place in the matrix is there', async () => {
  const state = async () => [await matrixContents(owner), await contents(owner, 'matrix_levels')];
  const before = await state();
  await remove('matrix_workshops', ids.matrixWorkshop);
  await remove('matrix_levels', ids.matrixLevel);
  expect(await titlesInTrash()).toEqual(['Basis', 'Prüfungen planen', 'Gelöscht']);
  expect((await restore(ids.matrixWorkshop)).error).toMatchObject(refusedFor('level'));
  for (const deleted of [ids.matrixLevel, ids.matrixWorkshop]) expect((await restore(deleted)).data).toEqual([]);
  expect(await state()).toEqual(before);
});

test('one objective is restored, unless its workshop has another one in the dimension', async () => {
  const goals = 'matrix_workshop_learning_objectives';
  const before = await contents(owner, goals);
  await remove(goals, ids.matrixGoal);
  const goal = { matrix_workshop_id: ids.matrixWorkshop, dimension_id: ids.matrixDimension, objective: 'Neu' };
  const other = await add(goals, goal);
  expect((await restore(ids.matrixGoal)).error?.code).toBe('PT409');
  await remove(goals, other);
  expect((await restore(ids.matrixGoal)).data).toEqual([]);
  expect(await contents(owner, goals)).toEqual(before);
});

test.each([
  ['matrix_categories', 'code', 'Z-2'],
  ['matrix_target_groups', 'code', 'Z-2'],
  ['matrix_levels', 'code', 'Z-2'],
  ['matrix_dimensions', 'name', 'Neu 2'],
  ['workshop_categories', 'name', 'Neu 2'],
  ['course_categories', 'name', 'Neu 2'],
])('a unique value in %s which is taken meanwhile gets a number, and is reported', async (table, key, expected) => {
  const row = { name: 'Neu', ...(key === 'code' && { code: 'Z' }) };
  const gone = await add(table, row);
  await remove(table, gone);
  await add(table, row);
  expect((await restore(gone)).data).toEqual([key]);
  expect(await stored(table, gone, key)).toEqual({ [key]: expected });
});

test('an address that is taken meanwhile, with its first numbers, gets the next one', async () => {
  await remove('courses', ids.course);
  for (const slug of ['offener-kurs', 'offener-kurs-2']) await add('courses', { title: 'Neu', slug });
  expect((await restore(ids.course)).data).toEqual(['slug']);
  expect(await stored('courses', ids.course)).toMatchObject({ slug: 'offener-kurs-3' });
});

test('an ad whose address violates a later rule gets a corrected one, which is reported', async () => {
  await remove('ads', ids.activeAd);
  await owner.execute(
    `update trail set before = before || '{"cta_url": "//example.com/a"}' where relation = 'ads' and operation = 'delete'`,
  );
  expect((await restore(ids.activeAd)).data).toEqual(['cta_url']);
  expect(await stored('ads', ids.activeAd)).toMatchObject({ cta_url: 'https://example.com/a' });
});

test('a deleted category and a deleted offer are left empty, and reported', async () => {
  await change('ads', ids.activeAd, { offer_id: ids.workshop });
  for (const post of [ids.publishedPost, ids.scheduledPost]) await remove('posts', post);
  await remove('categories', ids.category);
  await remove('ads', ids.activeAd);
  await remove('workshops', ids.workshop);
  expect((await restore(ids.publishedPost)).data).toEqual(['category_id']);
  expect((await restore(ids.activeAd)).data).toEqual(['offer_id']);
  expect(await stored('posts', ids.publishedPost)).toMatchObject({ category_id: null });
});

/** Moves what the audit log has of a record into the past, with the times that it was scheduled for. */
const twoDaysLater = (record: string) =>
  owner.execute(
    `set session_replication_role = replica;
     update public.trail set happened_at = happened_at - interval '2 days',
       before = private.moved_back(before), after = private.moved_back(after)
     where row_id = '${record}' or record_id = '${record}' or parent_id = '${record}';
     set session_replication_role = origin`,
  );

test('a restored record is not published by a time that has passed meanwhile, nor is its draft', async () => {
  await owner.execute(
    `create function private.moved_back(state jsonb) returns jsonb language sql as $$
       select state || coalesce((
         select jsonb_object_agg(key, (value #>> '{}')::timestamptz - interval '2 days')
         from jsonb_each(state) where key in ('published_at', 'publish_at') and value <> 'null'
       ), '{}') $$`,
  );
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const scheduled = await add('posts', { title: 'Morgen', slug: 'morgen', content: 'Text', published_at: at });
  await remove('posts', scheduled);
  await twoDaysLater(scheduled);
  expect((await restore(scheduled)).data).toEqual(['published_at']);
  expect(await stored('posts', scheduled, 'published_at')).toEqual({ published_at: null });

  await givenDraft(ids.publishedPost, { content: 'Neu' }, { publish_at: at });
  const [{ published_at }] = [await stored('posts', ids.publishedPost, 'published_at')];
  await remove('posts', ids.publishedPost);
  await twoDaysLater(ids.publishedPost);
  expect((await restore(ids.publishedPost)).data).toEqual(['publish_at']);
  expect(await publishDue()).toBe(0);
  expect(await stored('posts', ids.publishedPost, 'content')).not.toEqual({ content: 'Neu' });
  expect(published_at).not.toBeNull();

  const other = await add('posts', { title: 'Bald', slug: 'bald', content: 'Text', published_at: at });
  await change('posts', other, { published_at: null });
  await twoDaysLater(other);
  const [first] = await owner.query<{ id: number }>('select min(id)::integer as id from trail where row_id = $1', [
    other,
  ]);
  expect((await goBack(other, first?.id ?? 0)).data).toEqual(['published_at']);
  expect(await stored('posts', other, 'published_at')).toEqual({ published_at: null });
});

test('a prompt is restored without replacing the active one', async () => {
  await remove('prompts', ids.activeSearchPrompt);
  await call('activate_prompt', { prompt_id: ids.otherSearchPrompt });
  expect((await restore(ids.activeSearchPrompt)).data).toEqual(['is_active']);
  expect(await stored('prompts', ids.otherSearchPrompt)).toMatchObject({ is_active: true });
});

test('the trash is empty after 30 days', async () => {
  await owner.execute("update trail set happened_at = now() - interval '31 days'");
  expect(await titlesInTrash()).toEqual([]);
  expect((await restore(ids.deletedPost)).error?.code).toBe('PT404');
});

test('a restore that fails is rolled back', async () => {
  await remove('courses', ids.course);
  await owner.execute("alter table lessons add constraint refused check (title <> 'C') not valid");
  const { error } = await restore(ids.course);
  await owner.execute('alter table lessons drop constraint refused');
  expect(error?.code).toBe('23514');
  expect(await contents(owner, 'courses')).toHaveLength(1);
  expect((await restore(ids.course)).error).toBeNull();
});
