import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { ids } from './ids.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

const restore = (deleted: string) => backend.as.staff.rpc('restore_deleted', { deleted });

/** All of a table, without what says when it was last saved. */
async function contents(table: string): Promise<unknown[]> {
  const rows = await backend.owner.query<{ row: unknown }>(
    `select to_jsonb(t) - 'updated_at' as row from ${table} t order by id`,
  );
  return rows.map(({ row }) => row);
}

const course = async () => Promise.all(['courses', 'modules', 'lessons'].map(contents));

const titlesInTrash = async () =>
  ((await backend.as.staff.rpc('trash')).data as { title: string }[]).map(({ title }) => title);

describe('the trash', () => {
  test.each([
    ['posts', ids.publishedPost],
    ['ads', ids.activeAd],
    ['workshops', ids.workshop],
    ['prompts', ids.activeSearchPrompt],
    ['workflows', ids.workflow],
    ['categories', ids.category],
  ])('gives back %s as they were, with their ids', async (table, id) => {
    await backend.owner.execute('update posts set category_id = null');
    const before = await contents(table);
    await backend.as.staff.from(table).delete().eq('id', id);
    expect(await contents(table)).toHaveLength(before.length - 1);
    expect((await restore(id)).error).toBeNull();
    expect(await contents(table)).toEqual(before);
    expect(await titlesInTrash()).toEqual(['Gelöscht']);
  });

  test('gives back a course with all its modules and lessons at once, with the same ids', async () => {
    const before = await course();
    await backend.as.staff.from('courses').delete().eq('id', ids.course);
    expect((await backend.as.staff.rpc('trash')).data[0]).toMatchObject({
      row_id: ids.course,
      relation: 'courses',
      title: 'Offener Kurs',
      module_count: 2,
      lesson_count: 3,
      total: 2,
    });
    expect((await restore(ids.course)).data).toEqual([]);
    expect(await course()).toEqual(before);
  });

  test('gives back a module with its lessons, and a lesson, where they stood', async () => {
    const before = await course();
    await backend.as.staff.rpc('delete_lesson', { lesson: ids.lessonA });
    await backend.as.staff.rpc('delete_module', { module: ids.firstModule });
    expect((await restore(ids.lessonA)).error).toMatchObject({
      code: 'PT409',
      message: 'Its module is in the trash: restore that first.',
    });
    expect((await restore(ids.firstModule)).error).toBeNull();
    expect((await restore(ids.lessonA)).error).toBeNull();
    expect(await course()).toEqual(before);
  });

  test('what was deleted before its course comes back only after it', async () => {
    await backend.as.staff.rpc('delete_module', { module: ids.secondModule });
    await backend.as.staff.from('courses').delete().eq('id', ids.course);
    expect((await restore(ids.secondModule)).error?.code).toBe('PT409');
    await restore(ids.course);
    expect(await contents('modules')).toHaveLength(2);
    expect((await restore(ids.secondModule)).error).toBeNull();
    expect((await contents('lessons')).length).toBe(4);
  });

  test('a slug that is taken meanwhile gets a number, and that is said', async () => {
    await backend.as.staff.from('courses').delete().eq('id', ids.course);
    await backend.as.staff.from('courses').insert([
      { title: 'Neu', slug: 'offener-kurs' },
      { title: 'Neu', slug: 'offener-kurs-2' },
    ]);
    expect((await restore(ids.course)).data).toEqual(['slug']);
    const { data } = await backend.as.staff.from('courses').select('slug').eq('id', ids.course).single();
    expect(data?.slug).toBe('offener-kurs-3');
  });

  test.each([
    ['workshop_categories', 'workshops', 'Einstieg'],
    ['course_categories', 'courses', 'Grundlagen'],
  ])('a name in %s that is taken meanwhile gets a number, and that is said', async (table, used, name) => {
    const { staff } = backend.as;
    await backend.owner.execute(`delete from ${used}`);
    const { data: gone } = await staff.from(table).delete().eq('name', name).select().single();
    await staff.from(table).insert([{ name }, { name: `${name} 2` }]);
    expect((await restore(gone?.id)).data).toEqual(['name']);
    const { data } = await staff.from(table).select('name').eq('id', gone?.id).single();
    expect(data?.name).toBe(`${name} 3`);
  });

  test('an ad whose address is against a later rule comes back with what the rule made of it, and that is said', async () => {
    const { staff } = backend.as;
    await staff.from('ads').delete().eq('id', ids.activeAd);
    await backend.owner.execute(
      `update trail set before = before || '{"cta_url": "//example.com/a"}' where relation = 'ads' and operation = 'delete'`,
    );
    expect((await restore(ids.activeAd)).data).toEqual(['cta_url']);
    const { data } = await staff.from('ads').select('cta_url').eq('id', ids.activeAd).single();
    expect(data?.cta_url).toBe('https://example.com/a');
  });

  test('a category and an offer that are gone are left empty, and that is said', async () => {
    const { staff } = backend.as;
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

  test('a prompt does not push out the one that is active now', async () => {
    const { staff } = backend.as;
    await staff.from('prompts').delete().eq('id', ids.activeSearchPrompt);
    await staff.rpc('activate_prompt', { prompt_id: ids.otherSearchPrompt });
    expect((await restore(ids.activeSearchPrompt)).data).toEqual(['is_active']);
    const { data } = await staff.from('prompts').select('is_active').eq('id', ids.otherSearchPrompt).single();
    expect(data?.is_active).toBe(true);
  });

  test('restoring twice at once gives one', async () => {
    await backend.as.staff.from('courses').delete().eq('id', ids.course);
    const answers = await Promise.all([restore(ids.course), restore(ids.course), restore(ids.course)]);
    expect(answers.map(({ error }) => error?.code).sort()).toEqual(['PT409', 'PT409', undefined]);
    expect(await contents('courses')).toHaveLength(2);
  });

  test('after 30 days it is there no more', async () => {
    await backend.owner.execute("update trail set happened_at = now() - interval '31 days'");
    expect(await titlesInTrash()).toEqual([]);
    expect((await restore(ids.deletedPost)).error?.code).toBe('PT404');
  });

  test('what cannot come back leaves nothing', async () => {
    await backend.as.staff.from('courses').delete().eq('id', ids.course);
    await backend.owner.execute("alter table lessons add constraint refused check (title <> 'C') not valid");
    const { error } = await restore(ids.course);
    await backend.owner.execute('alter table lessons drop constraint refused');
    expect(error?.code).toBe('23514');
    expect(await contents('courses')).toHaveLength(1);
    expect((await restore(ids.course)).error).toBeNull();
  });

  test('nobody else restores', async () => {
    for (const role of ['visitor', 'outsider'] as const) {
      expect((await backend.as[role].rpc('restore_deleted', { deleted: ids.deletedPost })).error?.code).toBe('42501');
    }
    expect(await titlesInTrash()).toEqual(['Gelöscht']);
  });
});

describe('an earlier version', () => {
  interface Act {
    readonly last_entry: number;
  }
  const acts = async (record: string): Promise<Act[]> => (await backend.as.staff.rpc('history', { record })).data;
  const last = async (record: string) => (await acts(record))[0]?.last_entry ?? 0;
  const goBack = (record: string, entry: number, seen: number) =>
    backend.as.staff.rpc('restore_version', { record, entry, seen });

  test('comes back as a new save, however many changes later', async () => {
    const { staff } = backend.as;
    const before = await contents('posts');
    const then = await last(ids.publishedPost);
    const { data: saved } = await staff.from('posts').select('updated_at').eq('id', ids.publishedPost).single();
    await staff.from('posts').update({ title: 'Zwei', slug: 'zwei' }).eq('id', ids.publishedPost);
    await staff.from('posts').update({ content: 'Drei', category_id: null }).eq('id', ids.publishedPost);
    await staff.from('posts').update({ title: 'Vier', published_at: null }).eq('id', ids.publishedPost);
    expect((await goBack(ids.publishedPost, then, await last(ids.publishedPost))).data).toEqual([]);
    expect(await contents('posts')).toEqual(before);
    const { data: now } = await staff.from('posts').select('updated_at').eq('id', ids.publishedPost).single();
    expect(now?.updated_at > saved?.updated_at).toBe(true);
    expect(await acts(ids.publishedPost)).toHaveLength(5);
  });

  test('from before anything was recorded comes back too', async () => {
    await backend.owner.execute('truncate trail');
    const before = await contents('workshops');
    await backend.as.staff.from('workshops').update({ title: 'Zwei', duration: '00:30:00' }).eq('id', ids.workshop);
    expect((await goBack(ids.workshop, 0, await last(ids.workshop))).error).toBeNull();
    expect(await contents('workshops')).toEqual(before);
  });

  test('of an ad from before the rule for addresses comes back with what the rule made of it', async () => {
    const { staff } = backend.as;
    const then = await last(ids.activeAd);
    await staff.from('ads').update({ title: 'Neu', cta_url: 'https://example.com/' }).eq('id', ids.activeAd);
    await backend.owner.execute(
      `update trail set before = before || '{"cta_url": "//example.com/a"}' where relation = 'ads' and operation = 'update'`,
    );
    expect((await goBack(ids.activeAd, then, await last(ids.activeAd))).data).toEqual(['cta_url']);
    expect((await staff.from('ads').select('title, cta_url').eq('id', ids.activeAd).single()).data).toEqual({
      title: 'Aktiv',
      cta_url: 'https://example.com/a',
    });
  });

  test('is refused when somebody else has changed the record meanwhile', async () => {
    const seen = await last(ids.course);
    await backend.as.staff.from('lessons').update({ title: 'Z' }).eq('id', ids.lessonA);
    const before = await course();
    expect((await goBack(ids.course, seen, seen)).error?.code).toBe('PT409');
    expect(await course()).toEqual(before);
  });

  test('of a course brings its outline: what was deleted, moved and changed is as it was, what was added is gone', async () => {
    const { staff } = backend.as;
    const before = await course();
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
    const later = await course();
    const seen = await last(ids.course);
    expect((await goBack(ids.course, then, seen)).data).toEqual([]);
    expect(await course()).toEqual(before);
    // And forth again.
    expect((await goBack(ids.course, seen, await last(ids.course))).data).toEqual([]);
    expect(await course()).toEqual(later);
  });

  test('of a lesson leaves it where it stands', async () => {
    const then = await last(ids.lessonA);
    const { staff } = backend.as;
    await staff
      .from('lessons')
      .update({ content: 'Neu', module_id: ids.secondModule, order_position: 5 })
      .eq('id', ids.lessonA);
    await goBack(ids.lessonA, then, await last(ids.lessonA));
    const columns = 'content, module_id, order_position';
    expect((await staff.from('lessons').select(columns).eq('id', ids.lessonA).single()).data).toEqual({
      content: '',
      module_id: ids.secondModule,
      order_position: 5,
    });
  });

  test('is nobody else’s to bring back', async () => {
    const then = await last(ids.draftPost);
    await backend.as.staff.from('posts').update({ title: 'Neu' }).eq('id', ids.draftPost);
    const parameters = { record: ids.draftPost, entry: then, seen: await last(ids.draftPost) };
    for (const role of ['visitor', 'outsider'] as const) {
      expect((await backend.as[role].rpc('restore_version', parameters)).error?.code).toBe('42501');
    }
    expect((await backend.as.staff.from('posts').select('title').eq('id', ids.draftPost).single()).data?.title).toBe(
      'Neu',
    );
  });

  test.each(['00000000-0000-4000-8000-000000000000', ids.deletedPost])(
    'of what is not there is not found: %s',
    async (id) => {
      expect((await goBack(id, 0, Number.MAX_SAFE_INTEGER)).error?.code).toBe('PT404');
    },
  );
});
