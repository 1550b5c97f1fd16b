import { describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { contents, databaseState } from './testing/database-state.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';
import { rules } from './testing/rules.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { call, add, change, restore, trash } = givenRecords(backend);

/** Kind, what uses it, the column, and the category of the fixtures that one row uses. */
const KINDS = [
  ['categories', 'posts', 'category_id', ids.category],
  ['workshop_categories', 'workshops', 'workshop_category_id', 'c0000000-0000-4000-8000-000000000002'],
  ['course_categories', 'courses', 'course_category_id', 'c0000000-0000-4000-8000-000000000003'],
  ['matrix_categories', 'matrix_workshops', 'category_id', ids.matrixCategory],
  ['matrix_target_groups', 'matrix_workshops', 'target_group_id', ids.matrixTargetGroup],
  ['matrix_levels', 'matrix_workshops', 'level_id', ids.matrixLevel],
  ['matrix_dimensions', 'matrix_workshop_learning_objectives', 'dimension_id', ids.matrixDimension],
] as const;
const OPTIONAL = KINDS.slice(0, 3);
const REQUIRED = KINDS.slice(3, 6);

type Kind = (typeof KINDS)[number][0];

const remove = (kind: string, category: string, replacement?: string) =>
  as.staff.rpc('delete_category', { kind, category, ...(replacement && { replacement }) });

const another = (kind: Kind) => add(kind, rules[kind].row);

const usersOf = async (relation: string, key: string, category: string) =>
  (await owner.query(`select id from ${relation} where ${key} = $1`, [category])).length;

const exists = async (kind: string, id: string) =>
  (await owner.query(`select from ${kind} where id = $1`, [id])).length === 1;

describe.each(KINDS)('%s', (kind, relation, key, category) => {
  test('are deleted with a move of what uses them to another one, and the trash takes both back', async () => {
    const replacement = await another(kind);
    const [uses, before] = [await usersOf(relation, key, category), await contents(owner, relation)];
    expect(uses).toBeGreaterThan(0);
    expect((await remove(kind, category, replacement)).data).toBe(uses);
    expect(await exists(kind, category)).toBe(false);
    expect(await usersOf(relation, key, replacement)).toBe(uses);
    expect((await restore(category)).error).toBeNull();
    expect(await contents(owner, relation)).toEqual(before);
  });

  test('are one change set with what was moved', async () => {
    await remove(kind, category, await another(kind));
    const [entries] = await owner.query<{ relations: string[] }>(
      `select array_agg(distinct relation order by relation) filter (where relation <> 'redirects') as relations from trail
       where act = (select act from trail where row_id = $1 order by id desc limit 1)`,
      [category],
    );
    expect(entries?.relations).toEqual([kind, relation].sort());
  });

  test('are counted by what uses them', async () => {
    const unused = await another(kind);
    const uses = await usersOf(relation, key, category);
    expect(await call('count_uses', { kind, ids: [category, unused] })).toEqual([{ id: category, uses }]);
  });
});

test.each(OPTIONAL)('%s: what uses them can be left without', async (kind, relation, key, category) => {
  const before = await contents(owner, relation);
  expect((await remove(kind, category)).error).toBeNull();
  expect(await usersOf(relation, key, category)).toBe(0);
  expect(await contents(owner, relation)).toHaveLength(before.length);
  expect((await restore(category)).error).toBeNull();
  expect(await contents(owner, relation)).toEqual(before);
});

test.each(REQUIRED)('%s: without a replacement only an unused one is deleted', async (kind, ...[, , category]) => {
  const message = 'It is in use. Choose what takes its place.';
  expect((await remove(kind, category)).error).toMatchObject({ code: 'PT409', message });
  const unused = await another(kind);
  expect((await remove(kind, unused)).data).toBe(0);
  expect([await exists(kind, category), await exists(kind, unused)]).toEqual([true, false]);
});

describe('a dimension', () => {
  const GOALS = 'matrix_workshop_learning_objectives';
  const goals = () => owner.query(`select dimension_id, objective from ${GOALS}`);

  test('without a replacement is deleted with its objectives, which the trash restores with it', async () => {
    const before = await contents(owner, GOALS);
    expect((await remove('matrix_dimensions', ids.matrixDimension)).error).toBeNull();
    expect(await goals()).toEqual([]);
    expect((await trash()).map(({ title }) => title)).toEqual(['Wissen', 'Gelöscht']);
    expect((await restore(ids.matrixDimension)).data).toEqual([]);
    expect(await contents(owner, GOALS)).toEqual(before);
  });

  test('loses no text where a workshop has an objective in both, and comes back apart', async () => {
    await add(GOALS, { ...rules[GOALS].row, objective: 'Tun' });
    const before = await contents(owner, GOALS);
    await remove('matrix_dimensions', ids.matrixDimension, ids.otherMatrixDimension);
    expect(await goals()).toEqual([{ dimension_id: ids.otherMatrixDimension, objective: 'Tun\n\nSie wissen es.' }]);
    expect((await restore(ids.matrixDimension)).error).toBeNull();
    expect(await contents(owner, GOALS)).toEqual(before);
  });
});

test('a restored category does not take what was moved on, or changed, since', async () => {
  const [other, later] = [await another('categories'), await add('categories', { name: 'Drei', slug: 'drei' })];
  await remove('categories', ids.category, other);
  await change('posts', ids.publishedPost, { category_id: later });
  await change('posts', ids.scheduledPost, { title: 'Anders' });
  await restore(ids.category);
  const posts = await owner.query('select title, category_id from posts where category_id is not null order by title');
  expect(posts).toEqual([
    { title: 'Anders', category_id: ids.category },
    { title: 'Veröffentlicht', category_id: later },
  ]);
});

test.each([
  ['posts', ids.publishedPost, undefined, 'PT400'],
  ['categories', ids.category, ids.category, 'PT400'],
  ['categories', ids.course, undefined, 'PT404'],
  ['categories', ids.category, ids.course, 'PT409'],
])('refused: %s %s with replacement %s', async (kind, category, replacement, code) => {
  const before = await databaseState(owner);
  expect((await remove(kind, category, replacement)).error?.code).toBe(code);
  expect(await databaseState(owner)).toEqual(before);
});
