import { describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { rules } from './testing/rules.ts';

const { as, owner } = givenBackend();

const AXES = ['matrix_categories', 'matrix_target_groups', 'matrix_levels'] as const;

describe('the order', () => {
  const reorder = (axis: string, order: readonly string[]) => as.staff.rpc('reorder_matrix', { axis, ids: order });
  const orderOf = async (axis: string) => {
    const { data } = await as.staff.from(axis).select('id, name, sort_order').order('sort_order').order('id');
    return data ?? [];
  };
  const idsOf = async (axis: string) => (await orderOf(axis)).map(({ id }) => String(id));

  test.each(AXES)('%s: a row that is added without sort_order comes last', async (axis) => {
    for (const code of ['X', 'Y']) await as.staff.from(axis).insert({ code, name: `Neu ${code}` });
    const rows = await orderOf(axis);
    expect(rows.map(({ sort_order }) => sort_order)).toEqual([1, 2, 3]);
    expect(rows.slice(1).map(({ name }) => name)).toEqual(['Neu X', 'Neu Y']);
  });

  test('becomes that of the ids, in one change set; rows that they lack come after, unknown ids are ignored', async () => {
    for (const name of ['Drei', 'Vier']) await as.staff.from('matrix_dimensions').insert({ name });
    const [one = '', two = '', three = '', four = ''] = await idsOf('matrix_dimensions');
    expect((await reorder('matrix_dimensions', [four, ids.course, two])).error).toBeNull();
    expect(await orderOf('matrix_dimensions')).toMatchObject([
      { id: four, sort_order: 1 },
      { id: two, sort_order: 2 },
      { id: one, sort_order: 3 },
      { id: three, sort_order: 4 },
    ]);
    const acts = await owner.query(
      `select act from trail where relation = 'matrix_dimensions' and operation = 'update' group by act`,
    );
    expect(acts).toHaveLength(1);
  });

  test('of another table, or with an id listed twice, is refused', async () => {
    expect((await reorder('posts', [ids.draftPost])).error?.code).toBe('PT400');
    expect((await reorder('matrix_levels', [ids.matrixLevel, ids.matrixLevel])).error).toMatchObject({
      code: 'PT400',
      message: 'An id is listed twice.',
    });
  });
});

describe('a workshop with its objectives', () => {
  const columns = {
    ...rules.matrix_workshops.row,
    prerequisites: 'Keine',
    matrix_workshop_learning_objectives: [{ dimension_id: ids.otherMatrixDimension, objective: 'Sie können es.' }],
  };
  const save = (record: string | null, base: string | null, changes: Record<string, unknown> = {}) =>
    as.staff.rpc('save_matrix_workshop', { record, base, columns: { ...columns, ...changes } });
  const stored = async (id: string) => {
    const { data } = await as.staff
      .from('matrix_workshops')
      .select('title, updated_at, goals:matrix_workshop_learning_objectives (dimension_id, objective)')
      .eq('id', id)
      .single();
    return data;
  };

  test('is added in one change set', async () => {
    const { data: id } = await save(null, null);
    expect(await stored(id)).toMatchObject({ title: 'Neu', goals: columns.matrix_workshop_learning_objectives });
    const { data: history } = await as.staff.rpc('history', { record: id });
    expect(history).toMatchObject([{ entry_count: 2 }]);
    expect(history[0].entries).toMatchObject([
      { relation: 'matrix_workshops', operation: 'insert', title: 'Neu' },
      { relation: 'matrix_workshop_learning_objectives', operation: 'insert', title: 'Anwendung' },
    ]);
  });

  test('is saved over the version that it came from, and loses the objectives that are left out', async () => {
    const before = await stored(ids.matrixWorkshop);
    expect((await save(ids.matrixWorkshop, before?.updated_at)).error).toBeNull();
    expect((await stored(ids.matrixWorkshop))?.goals).toEqual(columns.matrix_workshop_learning_objectives);
  });

  test('keeps the version of somebody else, also if only an objective changed, unless it is overwritten', async () => {
    const base = (await stored(ids.matrixWorkshop))?.updated_at;
    await as.staff.from('matrix_workshop_learning_objectives').update({ objective: 'Anders' }).eq('id', ids.matrixGoal);
    expect((await save(ids.matrixWorkshop, base)).error?.code).toBe('PT409');
    expect((await stored(ids.matrixWorkshop))?.goals).toMatchObject([{ objective: 'Anders' }]);
    expect((await save(ids.matrixWorkshop, null)).error).toBeNull();
    expect((await stored(ids.matrixWorkshop))?.goals).toMatchObject([{ objective: 'Sie können es.' }]);
  });

  test('is not saved in part: a refused objective leaves all as it was', async () => {
    const before = await stored(ids.matrixWorkshop);
    const goals = [{ dimension_id: ids.course, objective: 'Wohin?' }];
    const { error } = await save(ids.matrixWorkshop, null, { matrix_workshop_learning_objectives: goals });
    expect(error?.code).toBe('23503');
    expect(await stored(ids.matrixWorkshop)).toEqual(before);
  });

  test('does not exist: not found; another account may not add one', async () => {
    expect((await save(ids.course, null)).error?.code).toBe('PT404');
    const { error } = await as.outsider.rpc('save_matrix_workshop', { record: null, base: null, columns });
    expect(error?.code).toBe('42501');
  });
});
