import { describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { contents, courseContents, matrixContents } from './testing/database-state.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';
import { rules } from './testing/rules.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { call, stored, change, add, history, newestEntry, goBack } = givenRecords(backend);

const { course, matrixWorkshop, matrixDimension, otherMatrixDimension } = ids;
const GOALS = 'matrix_workshop_learning_objectives';

interface Restored {
  readonly table: string;
  readonly record: string;
  state(): Promise<unknown>;
  given?(): PromiseLike<unknown>;
  /** What changes after the version. */
  acts(): Promise<unknown>;
}

const saveGoals = (...goals: readonly (readonly [dimension: string, objective: string])[]) => {
  const objectives = goals.map(([dimension_id, objective]) => ({ dimension_id, objective }));
  const columns = { ...rules.matrix_workshops.row, [GOALS]: objectives };
  return call('save_matrix_workshop', { record: matrixWorkshop, base: null, columns });
};

const ofPost = { table: 'posts', record: ids.publishedPost, state: () => contents(owner, 'posts') };
const ofWorkshop = { table: 'workshops', record: ids.workshop, state: () => contents(owner, 'workshops') };
const ofCourse = { table: 'courses', record: course, state: () => courseContents(owner) };
const ofMatrix = { table: 'matrix_workshops', record: matrixWorkshop, state: () => matrixContents(owner) };
const restored: Readonly<Record<string, Restored>> = {
  'a post, after any number of changes': {
    ...ofPost,
    acts: async () => {
      await change('posts', ids.publishedPost, { title: 'Zwei', slug: 'zwei' });
      await change('posts', ids.publishedPost, { content: 'Drei', category_id: null });
      await change('posts', ids.publishedPost, { title: 'Vier', published_at: null });
    },
  },
  'a workshop, from before the first entry': {
    ...ofWorkshop,
    given: () => owner.execute('truncate trail'),
    acts: async () => change('workshops', ids.workshop, { title: 'Zwei', duration: '00:30:00' }),
  },
  'a course with its outline: changed, moved and deleted rows, without added ones': {
    ...ofCourse,
    acts: async () => {
      await call('duplicate_module', { module: ids.secondModule });
      const added = await call('create_module', { course, title: 'Neu', description: '' });
      const structure = [
        { id: added, lessons: [ids.lessonB] },
        { id: ids.secondModule, lessons: [ids.lessonC] },
      ];
      await call('reorder_course', { course, structure });
      await change('lessons', ids.lessonB, { title: 'B, neu', content: 'Text' });
      await call('delete_lesson', { lesson: ids.lessonC });
      await call('delete_module', { module: ids.firstModule });
      await change('courses', course, { title: 'Neu', is_published: false });
    },
  },
  'a matrix workshop with its objectives: changed and deleted ones, without added ones': {
    ...ofMatrix,
    acts: async () => {
      await saveGoals([matrixDimension, 'Geändert'], [otherMatrixDimension, 'Neu']);
      await saveGoals([otherMatrixDimension, 'Nur noch das']);
      await saveGoals([matrixDimension, 'Eine andere an seiner Stelle']);
    },
  },
  'a matrix workshop where its objectives have changed places': {
    ...ofMatrix,
    given: () => add(GOALS, rules[GOALS].row),
    acts: () =>
      owner.execute(`
        delete from ${GOALS} where dimension_id = '${otherMatrixDimension}';
        update ${GOALS} set dimension_id = '${otherMatrixDimension}';
      `),
  },
};

test.each(Object.entries(restored))(
  'an earlier version is restored as a new save, and the later one as well: %s',
  async (_, { table, record, state, given, acts }) => {
    await given?.();
    const [before, then] = [await state(), await newestEntry(record)];
    const { updated_at: saved } = await stored(table, record);
    await acts();
    const [later, seen, saves] = [await state(), await newestEntry(record), await history(record)];
    expect((await goBack(record, then)).data).toEqual([]);
    expect(await state()).toEqual(before);
    expect(String((await stored(table, record)).updated_at) > String(saved)).toBe(true);
    expect(await history(record)).toHaveLength(saves.length + 1);
    expect((await goBack(record, seen)).data).toEqual([]);
    expect(await state()).toEqual(later);
  },
);

describe('an earlier version', () => {
  test('is restored with a corrected address when an ad is from before the rule for addresses', async () => {
    const then = await newestEntry(ids.activeAd);
    await change('ads', ids.activeAd, { title: 'Neu', cta_url: 'https://example.com/' });
    await owner.execute(
      `update trail set before = before || '{"cta_url": "//example.com/a"}' where relation = 'ads' and operation = 'update'`,
    );
    expect((await goBack(ids.activeAd, then)).data).toEqual(['cta_url']);
    expect(await stored('ads', ids.activeAd)).toMatchObject({ title: 'Aktiv', cta_url: 'https://example.com/a' });
  });

  test('is refused when another account has changed the record meanwhile', async () => {
    const seen = await newestEntry(course);
    await change('lessons', ids.lessonA, { title: 'Z' });
    const before = await courseContents(owner);
    expect((await goBack(course, seen, seen)).error?.code).toBe('PT409');
    expect(await courseContents(owner)).toEqual(before);
  });

  test('of a lesson is restored at its current position', async () => {
    const then = await newestEntry(ids.lessonA);
    const position = { module_id: ids.secondModule, order_position: 5 };
    const texts = { content: 'Neu', captions: 'WEBVTT', transcript: 'Neu' };
    await change('lessons', ids.lessonA, { ...texts, ...position });
    await goBack(ids.lessonA, then);
    const before = { content: '', captions: null, transcript: null };
    expect(await stored('lessons', ids.lessonA)).toMatchObject({ ...before, ...position });
  });

  test('of a matrix workshop keeps its level and reports it when the former one is deleted, and so with a dimension', async () => {
    const then = await newestEntry(matrixWorkshop);
    const replacement = await add('matrix_levels', { code: 'Z', name: 'Neu' });
    await call('delete_category', { kind: 'matrix_levels', category: ids.matrixLevel, replacement });
    await call('delete_category', { kind: 'matrix_dimensions', category: matrixDimension });
    await change('matrix_workshops', matrixWorkshop, { title: 'Anders' });
    expect((await goBack(matrixWorkshop, then)).data).toEqual(['matrix_workshops.level_id', 'dimension_id']);
    const kept = { title: 'Prüfungen planen', level_id: replacement };
    expect(await stored('matrix_workshops', matrixWorkshop)).toMatchObject(kept);
  });

  test('keeps an objective in the dimension to which it was moved when the former one is deleted', async () => {
    const then = await newestEntry(matrixWorkshop);
    const [category, replacement] = [matrixDimension, otherMatrixDimension];
    await call('delete_category', { kind: 'matrix_dimensions', category, replacement });
    expect((await goBack(matrixWorkshop, then)).data).toEqual(['dimension_id']);
    const goals = await owner.query(`select dimension_id, objective from ${GOALS}`);
    expect(goals).toEqual([{ dimension_id: replacement, objective: 'Sie wissen es.' }]);
  });

  test('of an axis keeps the order', async () => {
    const then = await newestEntry(matrixDimension);
    await change('matrix_dimensions', matrixDimension, { name: 'Anders' });
    await call('reorder_matrix', { axis: 'matrix_dimensions', ids: [otherMatrixDimension, matrixDimension] });
    await goBack(matrixDimension, then);
    const { data } = await as.staff.from('matrix_dimensions').select('name').order('sort_order');
    expect(data).toEqual([{ name: 'Anwendung' }, { name: 'Wissen' }]);
  });

  test.each(['00000000-0000-4000-8000-000000000000', ids.deletedPost])(
    'is not found for a record that does not exist: %s',
    async (id) => {
      expect((await goBack(id, 0, Number.MAX_SAFE_INTEGER)).error?.code).toBe('PT404');
    },
  );
});
