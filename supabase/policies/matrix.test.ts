import { expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';
import { rules } from './testing/rules.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { add, change, history } = givenRecords(backend);

const reorder = (axis: string, order: readonly string[]) => as.staff.rpc('reorder_matrix', { axis, ids: order });
const orderOf = async (axis: string) =>
  (await as.staff.from(axis).select('id, name, sort_order').order('sort_order').throwOnError()).data;

test.each(['matrix_categories', 'matrix_target_groups', 'matrix_levels'])(
  '%s: a row that is added without sort_order comes last',
  async (axis) => {
    for (const code of ['X', 'Y']) await add(axis, { code, name: code });
    const rows = [{ sort_order: 1 }, { sort_order: 2, name: 'X' }, { sort_order: 3, name: 'Y' }];
    expect(await orderOf(axis)).toMatchObject(rows);
  },
);

test('the order becomes that of the ids, in one change set; rows that they lack come after, unknown ids are ignored', async () => {
  const [one, two] = [ids.matrixDimension, ids.otherMatrixDimension];
  const three = await add('matrix_dimensions', { name: 'Drei' });
  const four = await add('matrix_dimensions', { name: 'Vier' });
  expect((await reorder('matrix_dimensions', [four, ids.course, two])).error).toBeNull();
  const rows = [four, two, one, three].map((id, index) => ({ id, sort_order: index + 1 }));
  expect(await orderOf('matrix_dimensions')).toMatchObject(rows);
  const updates = "select act from trail where relation = 'matrix_dimensions' and operation = 'update' group by act";
  expect(await owner.query(updates)).toHaveLength(1);
});

test('the order of another table, or with an id listed twice, is refused', async () => {
  expect((await reorder('posts', [ids.draftPost])).error?.code).toBe('PT400');
  const twice = { code: 'PT400', message: 'An id is listed twice.' };
  expect((await reorder('matrix_levels', [ids.matrixLevel, ids.matrixLevel])).error).toMatchObject(twice);
});

const goals = [{ dimension_id: ids.otherMatrixDimension, objective: 'Sie können es.' }];
const columns = { ...rules.matrix_workshops.row, prerequisites: 'Keine', matrix_workshop_learning_objectives: goals };
const save = (record: string | null, base: string | null, more: object = {}) =>
  as.staff.rpc('save_matrix_workshop', { record, base, columns: { ...columns, ...more } });
const stored = async (id: string = ids.matrixWorkshop) => {
  const shown = 'title, updated_at, goals:matrix_workshop_learning_objectives (dimension_id, objective)';
  return (await as.staff.from('matrix_workshops').select(shown).eq('id', id).single().throwOnError()).data;
};

test('a workshop with its objectives is added in one change set', async () => {
  const { data: id } = await save(null, null);
  expect(await stored(id)).toMatchObject({ title: 'Neu', goals });
  const entries = [
    { relation: 'matrix_workshops', operation: 'insert', title: 'Neu' },
    { relation: 'matrix_workshop_learning_objectives', operation: 'insert', title: 'Anwendung' },
  ];
  expect(await history(id)).toMatchObject([{ entry_count: 2, entries }]);
});

test('a workshop is saved over the version that it came from, and loses the objectives that are left out', async () => {
  expect((await save(ids.matrixWorkshop, (await stored()).updated_at)).error).toBeNull();
  expect((await stored()).goals).toEqual(goals);
});

test('a save keeps the version of somebody else, also if only an objective changed, unless it overwrites', async () => {
  const { updated_at: base } = await stored();
  await change('matrix_workshop_learning_objectives', ids.matrixGoal, { objective: 'Anders' });
  expect((await save(ids.matrixWorkshop, base)).error?.code).toBe('PT409');
  expect((await stored()).goals).toMatchObject([{ objective: 'Anders' }]);
  expect((await save(ids.matrixWorkshop, null)).error).toBeNull();
  expect((await stored()).goals).toEqual(goals);
});

test('a workshop is not saved in part: a refused objective leaves all as it was', async () => {
  const before = await stored();
  const wrong = [{ dimension_id: ids.course, objective: 'Wohin?' }];
  const { error } = await save(ids.matrixWorkshop, null, { matrix_workshop_learning_objectives: wrong });
  expect(error?.code).toBe('23503');
  expect(await stored()).toEqual(before);
});

test('a workshop that does not exist is not found', async () => {
  expect((await save(ids.course, null)).error?.code).toBe('PT404');
});
