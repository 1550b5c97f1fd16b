import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { contents, courseContents } from './database-state.ts';
import { ids } from './ids.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

describe('an earlier version', () => {
  interface Act {
    readonly last_entry: number;
  }
  const acts = async (record: string): Promise<Act[]> => (await backend.as.staff.rpc('history', { record })).data;
  const last = async (record: string) => (await acts(record))[0]?.last_entry ?? 0;
  const goBack = (record: string, entry: number, seen: number) =>
    backend.as.staff.rpc('restore_version', { record, entry, seen });

  test('is restored as a new save, after any number of changes', async () => {
    const { staff } = backend.as;
    const before = await contents(backend.owner, 'posts');
    const then = await last(ids.publishedPost);
    const { data: saved } = await staff.from('posts').select('updated_at').eq('id', ids.publishedPost).single();
    await staff.from('posts').update({ title: 'Zwei', slug: 'zwei' }).eq('id', ids.publishedPost);
    await staff.from('posts').update({ content: 'Drei', category_id: null }).eq('id', ids.publishedPost);
    await staff.from('posts').update({ title: 'Vier', published_at: null }).eq('id', ids.publishedPost);
    expect((await goBack(ids.publishedPost, then, await last(ids.publishedPost))).data).toEqual([]);
    expect(await contents(backend.owner, 'posts')).toEqual(before);
    const { data: now } = await staff.from('posts').select('updated_at').eq('id', ids.publishedPost).single();
    expect(now?.updated_at > saved?.updated_at).toBe(true);
    expect(await acts(ids.publishedPost)).toHaveLength(5);
  });

  test('from before the first entry is restored too', async () => {
    await backend.owner.execute('truncate trail');
    const before = await contents(backend.owner, 'workshops');
    await backend.as.staff.from('workshops').update({ title: 'Zwei', duration: '00:30:00' }).eq('id', ids.workshop);
    expect((await goBack(ids.workshop, 0, await last(ids.workshop))).error).toBeNull();
    expect(await contents(backend.owner, 'workshops')).toEqual(before);
  });

  test('is restored with a corrected address when an ad is from before the rule for addresses', async () => {
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

  test('is refused when another account has changed the record meanwhile', async () => {
    const seen = await last(ids.course);
    await backend.as.staff.from('lessons').update({ title: 'Z' }).eq('id', ids.lessonA);
    const before = await courseContents(backend.owner);
    expect((await goBack(ids.course, seen, seen)).error?.code).toBe('PT409');
    expect(await courseContents(backend.owner)).toEqual(before);
  });

  test('restores the outline of a course: changed, moved and deleted rows, without added ones', async () => {
    const { staff } = backend.as;
    const before = await courseContents(backend.owner);
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
    const later = await courseContents(backend.owner);
    const seen = await last(ids.course);
    expect((await goBack(ids.course, then, seen)).data).toEqual([]);
    expect(await courseContents(backend.owner)).toEqual(before);
    // The later version can be restored as well.
    expect((await goBack(ids.course, seen, await last(ids.course))).data).toEqual([]);
    expect(await courseContents(backend.owner)).toEqual(later);
  });

  test('restores a lesson at its current position', async () => {
    const then = await last(ids.lessonA);
    const { staff } = backend.as;
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

  test('is not restored for visitors and outsiders', async () => {
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
    'is not found for a record that does not exist: %s',
    async (id) => {
      expect((await goBack(id, 0, Number.MAX_SAFE_INTEGER)).error?.code).toBe('PT404');
    },
  );
});
