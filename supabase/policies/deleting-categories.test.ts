import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { contents, databaseState } from './database-state.ts';
import { ids } from './ids.ts';
import { rules } from './rules.ts';
import { somebodyWaits } from './somebody-waits.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

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
  backend.as.staff.rpc('delete_category', { kind, category, ...(replacement && { replacement }) });

const restore = (deleted: string) => backend.as.staff.rpc('restore_deleted', { deleted });

async function another(kind: Kind): Promise<string> {
  const { data, error } = await backend.as.staff.from(kind).insert(rules[kind].row).select('id').single();
  expect(error).toBeNull();
  return data?.id;
}

const usersOf = async (relation: string, key: string, category: string) =>
  (await backend.owner.query(`select id from ${relation} where ${key} = $1`, [category])).length;

const exists = async (kind: string, id: string) =>
  (await backend.owner.query(`select from ${kind} where id = $1`, [id])).length === 1;

describe.each(KINDS)('%s', (kind, relation, key, category) => {
  test('are deleted with a move of what uses them to another one, and the trash takes both back', async () => {
    const replacement = await another(kind);
    const [uses, before] = [await usersOf(relation, key, category), await contents(backend.owner, relation)];
    expect(uses).toBeGreaterThan(0);
    expect((await remove(kind, category, replacement)).data).toBe(uses);
    expect(await exists(kind, category)).toBe(false);
    expect(await usersOf(relation, key, replacement)).toBe(uses);
    expect((await restore(category)).error).toBeNull();
    expect(await contents(backend.owner, relation)).toEqual(before);
  });

  test('are one change set with what was moved', async () => {
    const replacement = await another(kind);
    await remove(kind, category, replacement);
    const entries = await backend.owner.query<{ relation: string }>(
      `select relation from trail where act = (select act from trail where row_id = $1 order by id desc limit 1)`,
      [category],
    );
    expect(new Set(entries.map((entry) => entry.relation))).toEqual(new Set([kind, relation]));
  });

  test('are counted by what uses them', async () => {
    const unused = await another(kind);
    const { data } = await backend.as.staff.rpc('count_uses', { kind, ids: [category, unused] });
    expect(data).toEqual([{ id: category, uses: await usersOf(relation, key, category) }]);
  });

  test.each(['visitor', 'outsider'] as const)('are not deleted by %s', async (role) => {
    const before = await databaseState(backend.owner);
    const { error } = await backend.as[role].rpc('delete_category', { kind, category });
    expect(error?.code).toBe(role === 'visitor' ? '42501' : 'PT404');
    expect(await databaseState(backend.owner)).toEqual(before);
  });
});

test.each(OPTIONAL)('%s: what uses them can be left without', async (kind, relation, key, category) => {
  const before = await contents(backend.owner, relation);
  expect((await remove(kind, category)).error).toBeNull();
  expect(await usersOf(relation, key, category)).toBe(0);
  expect(await contents(backend.owner, relation)).toHaveLength(before.length);
  expect((await restore(category)).error).toBeNull();
  expect(await contents(backend.owner, relation)).toEqual(before);
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
    backend.owner.query('select dimension_id, objective from matrix_workshop_learning_objectives order by objective');

  test('without a replacement is deleted with its objectives, which the trash restores with it', async () => {
    const before = await contents(backend.owner, 'matrix_workshop_learning_objectives');
    expect((await remove('matrix_dimensions', ids.matrixDimension)).error).toBeNull();
    expect(await goals()).toEqual([]);
    const { data } = await backend.as.staff.rpc('trash');
    expect(data.map(({ title }: { title: string }) => title)).toEqual(['Wissen', 'Gelöscht']);
    expect((await restore(ids.matrixDimension)).data).toEqual([]);
    expect(await contents(backend.owner, 'matrix_workshop_learning_objectives')).toEqual(before);
  });

  test('loses no text where a workshop has an objective in both, and comes back apart', async () => {
    const goal = { matrix_workshop_id: ids.matrixWorkshop, dimension_id: ids.otherMatrixDimension, objective: 'Tun' };
    await backend.as.staff.from('matrix_workshop_learning_objectives').insert(goal);
    const before = await contents(backend.owner, 'matrix_workshop_learning_objectives');
    await remove('matrix_dimensions', ids.matrixDimension, ids.otherMatrixDimension);
    expect(await goals()).toEqual([{ dimension_id: ids.otherMatrixDimension, objective: 'Tun\n\nSie wissen es.' }]);
    expect((await restore(ids.matrixDimension)).error).toBeNull();
    expect(await contents(backend.owner, 'matrix_workshop_learning_objectives')).toEqual(before);
  });
});

describe('a restored category', () => {
  test('does not take what was moved on, or changed, since', async () => {
    const [other, third] = [await another('categories'), randomCategory()];
    const { data: later } = await backend.as.staff.from('categories').insert(third).select('id').single();
    await remove('categories', ids.category, other);
    await backend.as.staff.from('posts').update({ category_id: later?.id }).eq('id', ids.publishedPost);
    await backend.as.staff.from('posts').update({ title: 'Anders' }).eq('id', ids.scheduledPost);
    await restore(ids.category);
    const { data } = await backend.as.staff
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
    const before = await databaseState(backend.owner);
    expect((await remove(kind, category, replacement)).error?.code).toBe(code);
    expect(await databaseState(backend.owner)).toEqual(before);
  });
});

describe('at once', () => {
  test('two who delete the same category: one does', async () => {
    const replacement = await another('categories');
    const answers = await Promise.all([1, 2, 3].map(() => remove('categories', ids.category, replacement)));
    expect(answers.map(({ error }) => error?.code ?? 'deleted').sort()).toEqual(['PT404', 'PT404', 'deleted']);
    expect(await usersOf('posts', 'category_id', replacement)).toBe(2);
  });

  test('two that would move to each other: one is deleted, and nothing is lost', async () => {
    const other = await another('matrix_levels');
    const answers = await Promise.all([
      remove('matrix_levels', ids.matrixLevel, other),
      remove('matrix_levels', other, ids.matrixLevel),
    ]);
    expect(answers.map(({ error }) => error?.code ?? 'deleted').sort()).toEqual(['PT409', 'deleted']);
    expect(await contents(backend.owner, 'matrix_levels')).toHaveLength(1);
    expect(await contents(backend.owner, 'matrix_workshops')).toHaveLength(1);
  });

  test('a post that is added meanwhile is moved, too', async () => {
    const replacement = await another('categories');
    const post = { ...rules.posts.row, category_id: ids.category };
    const { answer } = await backend.owner.transaction(async (adding) => {
      await adding.query('insert into posts (title, slug, content, category_id) values ($1, $2, $3, $4)', [
        post.title,
        post.slug,
        post.content,
        post.category_id,
      ]);
      const answer = Promise.resolve(remove('categories', ids.category, replacement));
      await somebodyWaits(adding);
      return { answer };
    });
    expect((await answer).data).toBe(3);
  });

  test('deleting does not deadlock with a save that moves a row to the replacement', async () => {
    const other = await another('matrix_levels');
    const { answer } = await backend.owner.transaction(async (saving) => {
      await saving.query('select from matrix_workshops where id = $1 for no key update', [ids.matrixWorkshop]);
      const answer = Promise.resolve(remove('matrix_levels', ids.matrixLevel, other));
      await somebodyWaits(saving);
      await saving.query('update matrix_workshops set level_id = $1 where id = $2', [other, ids.matrixWorkshop]);
      return { answer };
    });
    expect((await answer).error).toBeNull();
    expect(await usersOf('matrix_workshops', 'level_id', other)).toBe(1);
  });
});
