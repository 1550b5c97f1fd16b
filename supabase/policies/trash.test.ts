import { describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { contents, courseContents } from './testing/database-state.ts';
import { ids } from './testing/ids.ts';

const { as, owner } = givenBackend();

const restore = (deleted: string) => as.staff.rpc('restore_deleted', { deleted });

const titlesInTrash = async () => ((await as.staff.rpc('trash')).data as { title: string }[]).map(({ title }) => title);

describe('the trash', () => {
  test.each([
    ['posts', ids.publishedPost],
    ['ads', ids.activeAd],
    ['workshops', ids.workshop],
    ['prompts', ids.activeSearchPrompt],
    ['workflows', ids.workflow],
    ['categories', ids.category],
  ])('restores %s unchanged, with their ids', async (table, id) => {
    await owner.execute('update posts set category_id = null');
    const before = await contents(owner, table);
    await as.staff.from(table).delete().eq('id', id);
    expect(await contents(owner, table)).toHaveLength(before.length - 1);
    expect((await restore(id)).error).toBeNull();
    expect(await contents(owner, table)).toEqual(before);
    expect(await titlesInTrash()).toEqual(['Gelöscht']);
  });

  test('restores a course with all its modules and lessons in one call, with the same ids', async () => {
    const before = await courseContents(owner);
    await as.staff.from('courses').delete().eq('id', ids.course);
    expect((await as.staff.rpc('trash')).data[0]).toMatchObject({
      row_id: ids.course,
      relation: 'courses',
      title: 'Offener Kurs',
      module_count: 2,
      lesson_count: 3,
      total: 2,
    });
    expect((await restore(ids.course)).data).toEqual([]);
    expect(await courseContents(owner)).toEqual(before);
  });

  test('restores a module with its lessons, and a lesson, at their positions', async () => {
    const before = await courseContents(owner);
    await as.staff.rpc('delete_lesson', { lesson: ids.lessonA });
    await as.staff.rpc('delete_module', { module: ids.firstModule });
    expect((await restore(ids.lessonA)).error).toMatchObject({
      code: 'PT409',
      message: 'Its module is in the trash: restore that first.',
    });
    expect((await restore(ids.firstModule)).error).toBeNull();
    expect((await restore(ids.lessonA)).error).toBeNull();
    expect(await courseContents(owner)).toEqual(before);
  });

  test('restores a module that was deleted before its course only after the course', async () => {
    await as.staff.rpc('delete_module', { module: ids.secondModule });
    await as.staff.from('courses').delete().eq('id', ids.course);
    expect((await restore(ids.secondModule)).error?.code).toBe('PT409');
    await restore(ids.course);
    expect(await contents(owner, 'modules')).toHaveLength(2);
    expect((await restore(ids.secondModule)).error).toBeNull();
    expect((await contents(owner, 'lessons')).length).toBe(4);
  });

  test('reports that a slug which is taken meanwhile gets a number', async () => {
    await as.staff.from('courses').delete().eq('id', ids.course);
    await as.staff.from('courses').insert([
      { title: 'Neu', slug: 'offener-kurs' },
      { title: 'Neu', slug: 'offener-kurs-2' },
    ]);
    expect((await restore(ids.course)).data).toEqual(['slug']);
    const { data } = await as.staff.from('courses').select('slug').eq('id', ids.course).single();
    expect(data?.slug).toBe('offener-kurs-3');
  });

  test('restores a matrix workshop with its objectives, once its place in the matrix is there', async () => {
    const { staff } = as;
    const tables = ['matrix_workshops', 'matrix_workshop_learning_objectives', 'matrix_levels'];
    const state = () => Promise.all(tables.map((table) => contents(owner, table)));
    const before = await state();
    await staff.from('matrix_workshops').delete().eq('id', ids.matrixWorkshop);
    await staff.from('matrix_levels').delete().eq('id', ids.matrixLevel);
    expect(await titlesInTrash()).toEqual(['Basis', 'Prüfungen planen', 'Gelöscht']);
    expect((await restore(ids.matrixWorkshop)).error).toMatchObject({
      code: 'PT409',
      message: 'Its level is in the trash: restore that first.',
    });
    await restore(ids.matrixLevel);
    expect((await restore(ids.matrixWorkshop)).data).toEqual([]);
    expect(await state()).toEqual(before);
  });

  test('restores one objective, unless its workshop has another one in the dimension', async () => {
    const { staff } = as;
    const goals = 'matrix_workshop_learning_objectives';
    const before = await contents(owner, goals);
    await staff.from(goals).delete().eq('id', ids.matrixGoal);
    const other = { matrix_workshop_id: ids.matrixWorkshop, dimension_id: ids.matrixDimension, objective: 'Neu' };
    await staff.from(goals).insert(other);
    expect((await restore(ids.matrixGoal)).error?.code).toBe('PT409');
    await staff.from(goals).delete().eq('objective', 'Neu');
    expect((await restore(ids.matrixGoal)).data).toEqual([]);
    expect(await contents(owner, goals)).toEqual(before);
  });

  test.each<[string, string, object, string]>([
    ['matrix_categories', 'code', { code: 'Z', name: 'Neu' }, 'Z-2'],
    ['matrix_target_groups', 'code', { code: 'Z', name: 'Neu' }, 'Z-2'],
    ['matrix_levels', 'code', { code: 'Z', name: 'Neu' }, 'Z-2'],
    ...['matrix_dimensions', 'workshop_categories', 'course_categories'].map(
      (table): [string, string, object, string] => [table, 'name', { name: 'Neu' }, 'Neu 2'],
    ),
  ])(
    'reports that the unique value in %s which is taken meanwhile gets a number',
    async (table, key, row, expected) => {
      const { staff } = as;
      const { data: gone } = await staff.from(table).insert(row).select('id').single();
      await staff.from(table).delete().eq('id', gone?.id);
      await staff.from(table).insert(row);
      expect((await restore(gone?.id)).data).toEqual([key]);
      expect((await staff.from(table).select(key).eq('id', gone?.id).single()).data).toEqual({ [key]: expected });
    },
  );

  test('reports that an ad whose address violates a later rule gets a corrected one', async () => {
    const { staff } = as;
    await staff.from('ads').delete().eq('id', ids.activeAd);
    await owner.execute(
      `update trail set before = before || '{"cta_url": "//example.com/a"}' where relation = 'ads' and operation = 'delete'`,
    );
    expect((await restore(ids.activeAd)).data).toEqual(['cta_url']);
    const { data } = await staff.from('ads').select('cta_url').eq('id', ids.activeAd).single();
    expect(data?.cta_url).toBe('https://example.com/a');
  });

  test('reports that a deleted category and a deleted offer are left empty', async () => {
    const { staff } = as;
    await staff.from('ads').update({ offer_id: ids.workshop }).eq('id', ids.activeAd);
    for (const [table, id] of [
      ['posts', ids.publishedPost],
      ['posts', ids.scheduledPost],
      ['categories', ids.category],
      ['ads', ids.activeAd],
      ['workshops', ids.workshop],
    ] as const) {
      expect((await staff.from(table).delete().eq('id', id)).error).toBeNull();
    }
    expect((await restore(ids.publishedPost)).data).toEqual(['category_id']);
    expect((await restore(ids.activeAd)).data).toEqual(['offer_id']);
    expect((await staff.from('posts').select('category_id').eq('id', ids.publishedPost).single()).data).toEqual({
      category_id: null,
    });
  });

  test('restores a prompt without replacing the active one', async () => {
    const { staff } = as;
    await staff.from('prompts').delete().eq('id', ids.activeSearchPrompt);
    await staff.rpc('activate_prompt', { prompt_id: ids.otherSearchPrompt });
    expect((await restore(ids.activeSearchPrompt)).data).toEqual(['is_active']);
    const { data } = await staff.from('prompts').select('is_active').eq('id', ids.otherSearchPrompt).single();
    expect(data?.is_active).toBe(true);
  });

  test('is empty after 30 days', async () => {
    await owner.execute("update trail set happened_at = now() - interval '31 days'");
    expect(await titlesInTrash()).toEqual([]);
    expect((await restore(ids.deletedPost)).error?.code).toBe('PT404');
  });

  test('rolls back a restore that fails', async () => {
    await as.staff.from('courses').delete().eq('id', ids.course);
    await owner.execute("alter table lessons add constraint refused check (title <> 'C') not valid");
    const { error } = await restore(ids.course);
    await owner.execute('alter table lessons drop constraint refused');
    expect(error?.code).toBe('23514');
    expect(await contents(owner, 'courses')).toHaveLength(1);
    expect((await restore(ids.course)).error).toBeNull();
  });
});
