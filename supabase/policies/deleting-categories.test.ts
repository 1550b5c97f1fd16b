import { describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { contents, databaseState } from './testing/database-state.ts';
import { ids } from './testing/ids.ts';
import { rules } from './testing/rules.ts';

const { as, owner } = givenBackend();

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

const restore = (deleted: string) => as.staff.rpc('restore_deleted', { deleted });

async function another(kind: Kind): Promise<string> {
  const { data, error } = await as.staff.from(kind).insert(rules[kind].row).select('id').single();
  expect(error).toBeNull();
  return data?.id;
}

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
    const replacement = await another(kind);
    await remove(kind, category, replacement);
    const entries = await owner.query<{ relation: string }>(
      `select relation from trail where act = (select act from trail where row_id = $1 order by id desc limit 1)`,
      [category],
    );
    expect(new Set(entries.map((entry) => entry.relation))).toEqual(new Set([kind, relation]));
  });

  test('are counted by what uses them', async () => {
    const unused = await another(kind);
    const { data } = await as.staff.rpc('count_uses', { kind, ids: [category, unused] });
    expect(data).toEqual([{ id: category, uses: await usersOf(relation, key, category) }]);
  });

  test.each(['visitor', 'outsider'] as const)('are not deleted by %s', async (role) => {
    const before = await databaseState(owner);
    const { error } = await as[role].rpc('delete_category', { kind, category });
    expect(error?.code).toBe(role === 'visitor' ? '42501' : 'PT404');
    expect(await databaseState(owner)).toEqual(before);
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

test.each(REQUIRED)(
  '%s: without a replacement only an unused one is deleted',
  async (kind, _relation, _key, category) => {
    expect((await remove(kind, category)).error).toMatchObject({
      code: 'PT409',
      message: 'It is in use. Choose what takes its place.',
    });
    const unused = await another(kind);
    expect((await remove(kind, unused)).data).toBe(0);
    expect([await exists(kind, category), await exists(kind, unused)]).toEqual([true, false]);
  },
);

describe('a dimension', () => {
  const goals = () =>
    owner.query('select dimension_id, objective from matrix_workshop_learning_objectives order by objective');

  test('without a replacement is deleted with its objectives, which the trash restores with it', async () => {
    const before = await contents(owner, 'matrix_workshop_learning_objectives');
    expect((await remove('matrix_dimensions', ids.matrixDimension)).error).toBeNull();
    expect(await goals()).toEqual([]);
    const { data } = await as.staff.rpc('trash');
    expect(data.map(({ title }: { title: string }) => title)).toEqual(['Wissen', 'Gelöscht']);
    expect((await restore(ids.matrixDimension)).data).toEqual([]);
    expect(await contents(owner, 'matrix_workshop_learning_objectives')).toEqual(before);
  });

  test('loses no text where a workshop has an objective in both, and comes back apart', async () => {
    const goal = { matrix_workshop_id: ids.matrixWorkshop, dimension_id: ids.otherMatrixDimension, objective: 'Tun' };
    await as.staff.from('matrix_workshop_learning_objectives').insert(goal);
    const before = await contents(owner, 'matrix_workshop_learning_objectives');
    await remove('matrix_dimensions', ids.matrixDimension, ids.otherMatrixDimension);
    expect(await goals()).toEqual([{ dimension_id: ids.otherMatrixDimension, objective: 'Tun\n\nSie wissen es.' }]);
    expect((await restore(ids.matrixDimension)).error).toBeNull();
    expect(await contents(owner, 'matrix_workshop_learning_objectives')).toEqual(before);
  });
});

describe('a restored category', () => {
  test('does not take what was moved on, or changed, since', async () => {
    const [other, third] = [await another('categories'), randomCategory()];
    const { data: later } = await as.staff.from('categories').insert(third).select('id').single();
    await remove('categories', ids.category, other);
    await as.staff.from('posts').update({ category_id: later?.id }).eq('id', ids.publishedPost);
    await as.staff.from('posts').update({ title: 'Anders' }).eq('id', ids.scheduledPost);
    await restore(ids.category);
    const { data } = await as.staff
      .from('posts')
      .select('title, category_id')
      .in('id', [ids.publishedPost, ids.scheduledPost])
      .order('title');
    expect(data).toEqual([
      { title: 'Anders', category_id: ids.category },
      { title: 'Veröffentlicht', category_id: later?.id },
    ]);
  });

  const randomCategory = () => ({ name: 'Drei', slug: 'drei' });
});

describe('refused', () => {
  test.each([
    ['posts', ids.publishedPost, undefined, 'PT400'],
    ['categories', ids.category, ids.category, 'PT400'],
    ['categories', ids.course, undefined, 'PT404'],
    ['categories', ids.category, ids.course, 'PT409'],
  ])('%s %s with replacement %s', async (kind, category, replacement, code) => {
    const before = await databaseState(owner);
    expect((await remove(kind, category, replacement)).error?.code).toBe(code);
    expect(await databaseState(owner)).toEqual(before);
  });
});
