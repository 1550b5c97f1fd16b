import { describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { contents, courseContents } from './testing/database-state.ts';
import { ids } from './testing/ids.ts';
import { rules } from './testing/rules.ts';

const { as, owner } = givenBackend();

describe('an earlier version', () => {
  interface Act {
    readonly last_entry: number;
  }
  const acts = async (record: string): Promise<Act[]> => (await as.staff.rpc('history', { record })).data;
  const last = async (record: string) => (await acts(record))[0]?.last_entry ?? 0;
  const goBack = (record: string, entry: number, seen: number) =>
    as.staff.rpc('restore_version', { record, entry, seen });

  test('is restored as a new save, after any number of changes', async () => {
    const { staff } = as;
    const before = await contents(owner, 'posts');
    const then = await last(ids.publishedPost);
    const { data: saved } = await staff.from('posts').select('updated_at').eq('id', ids.publishedPost).single();
    await staff.from('posts').update({ title: 'Zwei', slug: 'zwei' }).eq('id', ids.publishedPost);
    await staff.from('posts').update({ content: 'Drei', category_id: null }).eq('id', ids.publishedPost);
    await staff.from('posts').update({ title: 'Vier', published_at: null }).eq('id', ids.publishedPost);
    expect((await goBack(ids.publishedPost, then, await last(ids.publishedPost))).data).toEqual([]);
    expect(await contents(owner, 'posts')).toEqual(before);
    const { data: now } = await staff.from('posts').select('updated_at').eq('id', ids.publishedPost).single();
    expect(now?.updated_at > saved?.updated_at).toBe(true);
    expect(await acts(ids.publishedPost)).toHaveLength(5);
  });

  test('from before the first entry is restored too', async () => {
    await owner.execute('truncate trail');
    const before = await contents(owner, 'workshops');
    await as.staff.from('workshops').update({ title: 'Zwei', duration: '00:30:00' }).eq('id', ids.workshop);
    expect((await goBack(ids.workshop, 0, await last(ids.workshop))).error).toBeNull();
    expect(await contents(owner, 'workshops')).toEqual(before);
  });

  test('is restored with a corrected address when an ad is from before the rule for addresses', async () => {
    const { staff } = as;
    const then = await last(ids.activeAd);
    await staff.from('ads').update({ title: 'Neu', cta_url: 'https://example.com/' }).eq('id', ids.activeAd);
    await owner.execute(
      `update trail set before = before || '{"cta_url": "//example.com/a"}' where relation = 'ads' and operation = 'update'`,
    );
    expect((await goBack(ids.activeAd, then, await last(ids.activeAd))).data).toEqual(['cta_url']);
    expect((await staff.from('ads').select('title, cta_url').eq('id', ids.activeAd).single()).data).toEqual({
      title: 'Aktiv',
      cta_url: 'https://example.com/a',
    });
  });

  test('is refused when another account has changed the record meanwhile', async () => {
    const seen = await last(ids.course);
    await as.staff.from('lessons').update({ title: 'Z' }).eq('id', ids.lessonA);
    const before = await courseContents(owner);
    expect((await goBack(ids.course, seen, seen)).error?.code).toBe('PT409');
    expect(await courseContents(owner)).toEqual(before);
  });

  test('restores the outline of a course: changed, moved and deleted rows, without added ones', async () => {
    const { staff } = as;
    const before = await courseContents(owner);
    const then = await last(ids.course);
    await staff.rpc('duplicate_module', { module: ids.secondModule });
    const { data: added } = await staff.rpc('create_module', { course: ids.course, title: 'Neu', description: '' });
    await staff.rpc('reorder_course', {
      course: ids.course,
      structure: [
        { id: added, lessons: [ids.lessonB] },
        { id: ids.secondModule, lessons: [ids.lessonC] },
      ],
    });
    await staff.from('lessons').update({ title: 'B, neu', content: 'Text' }).eq('id', ids.lessonB);
    await staff.rpc('delete_lesson', { lesson: ids.lessonC });
    await staff.rpc('delete_module', { module: ids.firstModule });
    await staff.from('courses').update({ title: 'Neu', is_published: false }).eq('id', ids.course);
    const later = await courseContents(owner);
    const seen = await last(ids.course);
    expect((await goBack(ids.course, then, seen)).data).toEqual([]);
    expect(await courseContents(owner)).toEqual(before);
    // The later version can be restored as well.
    expect((await goBack(ids.course, seen, await last(ids.course))).data).toEqual([]);
    expect(await courseContents(owner)).toEqual(later);
  });

  test('restores a lesson at its current position', async () => {
    const then = await last(ids.lessonA);
    const { staff } = as;
    await staff
      .from('lessons')
      .update({
        content: 'Neu',
        captions: 'WEBVTT',
        transcript: 'Neu',
        module_id: ids.secondModule,
        order_position: 5,
      })
      .eq('id', ids.lessonA);
    await goBack(ids.lessonA, then, await last(ids.lessonA));
    const columns = 'content, captions, transcript, module_id, order_position';
    expect((await staff.from('lessons').select(columns).eq('id', ids.lessonA).single()).data).toEqual({
      content: '',
      captions: null,
      transcript: null,
      module_id: ids.secondModule,
      order_position: 5,
    });
  });

  describe('of a matrix workshop', () => {
    const tables = ['matrix_workshops', 'matrix_workshop_learning_objectives'];
    const state = () => Promise.all(tables.map((table) => contents(owner, table)));
    const save = (goals: readonly object[]) =>
      as.staff.rpc('save_matrix_workshop', {
        record: ids.matrixWorkshop,
        base: null,
        columns: { ...rules.matrix_workshops.row, matrix_workshop_learning_objectives: goals },
      });

    test('is restored with its objectives: changed and deleted ones, without added ones', async () => {
      const before = await state();
      const then = await last(ids.matrixWorkshop);
      await save([
        { dimension_id: ids.matrixDimension, objective: 'Geändert' },
        { dimension_id: ids.otherMatrixDimension, objective: 'Neu' },
      ]);
      await save([{ dimension_id: ids.otherMatrixDimension, objective: 'Nur noch das' }]);
      await save([{ dimension_id: ids.matrixDimension, objective: 'Eine andere an seiner Stelle' }]);
      const later = await state();
      const seen = await last(ids.matrixWorkshop);
      expect((await goBack(ids.matrixWorkshop, then, seen)).data).toEqual([]);
      expect(await state()).toEqual(before);
      expect((await goBack(ids.matrixWorkshop, seen, await last(ids.matrixWorkshop))).data).toEqual([]);
      expect(await state()).toEqual(later);
    });

    test('is restored where its objectives have changed places', async () => {
      const goals = 'matrix_workshop_learning_objectives';
      await as.staff.from(goals).insert(rules[goals].row);
      const then = await last(ids.matrixWorkshop);
      const before = await state();
      await owner.execute(`
        delete from ${goals} where dimension_id = '${ids.otherMatrixDimension}';
        update ${goals} set dimension_id = '${ids.otherMatrixDimension}';
      `);
      await goBack(ids.matrixWorkshop, then, await last(ids.matrixWorkshop));
      expect(await state()).toEqual(before);
    });

    test('keeps its level and reports it when the former one is deleted, and so with a dimension', async () => {
      const { staff } = as;
      const then = await last(ids.matrixWorkshop);
      const level = { code: 'Z', name: 'Neu' };
      const { data: other } = await staff.from('matrix_levels').insert(level).select('id').single();
      const [levels, dimensions] = ['matrix_levels', 'matrix_dimensions'];
      await staff.rpc('delete_category', { kind: levels, category: ids.matrixLevel, replacement: other?.id });
      await staff.rpc('delete_category', { kind: dimensions, category: ids.matrixDimension });
      await staff.from('matrix_workshops').update({ title: 'Anders' }).eq('id', ids.matrixWorkshop);
      expect((await goBack(ids.matrixWorkshop, then, await last(ids.matrixWorkshop))).data).toEqual([
        'matrix_workshops.level_id',
        'dimension_id',
      ]);
      const { data } = await staff
        .from('matrix_workshops')
        .select('title, level_id')
        .eq('id', ids.matrixWorkshop)
        .single();
      expect(data).toEqual({ title: 'Prüfungen planen', level_id: other?.id });
    });

    test('keeps an objective in the dimension to which it was moved when the former one is deleted', async () => {
      const then = await last(ids.matrixWorkshop);
      const [category, replacement] = [ids.matrixDimension, ids.otherMatrixDimension];
      await as.staff.rpc('delete_category', { kind: 'matrix_dimensions', category, replacement });
      expect((await goBack(ids.matrixWorkshop, then, await last(ids.matrixWorkshop))).data).toEqual(['dimension_id']);
      const goals = await owner.query('select dimension_id, objective from matrix_workshop_learning_objectives');
      expect(goals).toEqual([{ dimension_id: replacement, objective: 'Sie wissen es.' }]);
    });

    test('of an axis keeps the order', async () => {
      const { staff } = as;
      const then = await last(ids.matrixDimension);
      await staff.from('matrix_dimensions').update({ name: 'Anders' }).eq('id', ids.matrixDimension);
      const order = [ids.otherMatrixDimension, ids.matrixDimension];
      await staff.rpc('reorder_matrix', { axis: 'matrix_dimensions', ids: order });
      await goBack(ids.matrixDimension, then, await last(ids.matrixDimension));
      const { data } = await staff.from('matrix_dimensions').select('name, sort_order').order('sort_order');
      expect(data).toEqual([
        { name: 'Anwendung', sort_order: 1 },
        { name: 'Wissen', sort_order: 2 },
      ]);
    });
  });

  test.each(['00000000-0000-4000-8000-000000000000', ids.deletedPost])(
    'is not found for a record that does not exist: %s',
    async (id) => {
      expect((await goBack(id, 0, Number.MAX_SAFE_INTEGER)).error?.code).toBe('PT404');
    },
  );
});
