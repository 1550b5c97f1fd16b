import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, roles, startPolicyBackend } from './backend.ts';
import { ids } from './ids.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

const withLessons = 'id, modules(id, lessons(id))';

describe('courses', () => {
  test('a draft hides its modules and lessons', async () => {
    const { visitor } = backend.as;
    expect((await visitor.from('courses').select('id').eq('id', ids.draftCourse)).data).toEqual([]);
    expect((await visitor.from('modules').select('id').eq('id', ids.moduleOfDraft)).data).toEqual([]);
    expect((await visitor.from('lessons').select('id').eq('id', ids.lessonOfDraft)).data).toEqual([]);
  });

  test('publishing shows modules and lessons, withdrawing hides them again', async () => {
    const { visitor, staff } = backend.as;
    const setPublished = (is_published: boolean) =>
      staff.from('courses').update({ is_published }).eq('id', ids.draftCourse);
    await setPublished(true);
    expect((await visitor.from('courses').select(withLessons).eq('id', ids.draftCourse)).data).toEqual([
      { id: ids.draftCourse, modules: [{ id: ids.moduleOfDraft, lessons: [{ id: ids.lessonOfDraft }] }] },
    ]);
    await setPublished(false);
    expect((await visitor.from('lessons').select('id').eq('id', ids.lessonOfDraft)).data).toEqual([]);
  });

  test('staff read drafts with modules and lessons', async () => {
    const { data } = await backend.as.staff.from('courses').select(withLessons).eq('id', ids.draftCourse).single();
    expect(data).toEqual({
      id: ids.draftCourse,
      modules: [{ id: ids.moduleOfDraft, lessons: [{ id: ids.lessonOfDraft }] }],
    });
  });
});

test.each([
  ['captions', 'WEBVTT'],
  ['transcript', 'Neu'],
])(
  'a lesson with other %s is another version, which an editor who began before does not overwrite',
  async (column, text) => {
    const { staff } = backend.as;
    const seen = async () => (await staff.from('lessons').select('updated_at').eq('id', ids.lessonA).single()).data;
    const before = (await seen())?.updated_at;
    await staff
      .from('lessons')
      .update({ [column]: text })
      .eq('id', ids.lessonA)
      .throwOnError();
    expect((await seen())?.updated_at > before).toBe(true);
  },
);

describe('posts', () => {
  test.each([
    ['draft', ids.draftPost],
    ['scheduled post', ids.scheduledPost],
  ])('a %s is for staff only', async (_, id) => {
    const { visitor, outsider, staff } = backend.as;
    expect((await visitor.from('posts').select('id').eq('id', id)).data).toEqual([]);
    expect((await outsider.from('posts').select('id').eq('id', id)).data).toEqual([]);
    expect((await staff.from('posts').select('id').eq('id', id)).data).toEqual([{ id }]);
  });

  test('a post appears when its time has come', async () => {
    await backend.owner.query("update posts set published_at = now() - interval '1 second' where id = $1", [
      ids.scheduledPost,
    ]);
    const { data } = await backend.as.visitor.from('posts').select('id').eq('id', ids.scheduledPost);
    expect(data).toEqual([{ id: ids.scheduledPost }]);
  });

  test('a category in use cannot be deleted', async () => {
    const { error } = await backend.as.staff.from('categories').delete().eq('id', ids.category);
    expect(error?.code).toBe('23503');
  });
});

describe.each(roles)('ads for a %s', (role) => {
  const shown = async () => (await backend.as[role].from('shown_ads').select('id, offer_title')).data;
  const offer = (type: string, offer_id: string) =>
    backend.service.from('ads').update({ type, offer_id }).eq('id', ids.activeAd);

  test.each([
    ['a workshop', 'team', ids.workshop, 'Werkstatt'],
    ['a published course', 'other', ids.course, 'Offener Kurs'],
    ['a draft of a course', 'other', ids.draftCourse, null],
    ['a deleted offer', 'team', ids.course, null],
  ])('are the active ones, here with %s', async (_, type, offer_id, offer_title) => {
    await offer(type, offer_id);
    expect(await shown()).toEqual([{ id: ids.activeAd, offer_title }]);
  });
});

describe('embedding', () => {
  test.each([
    ['posts', 'categories(name, slug)'],
    ['workshops', 'workshop_categories(name)'],
    ['courses', 'course_categories(name), modules(lessons(id))'],
    ['modules', 'courses(title)'],
    ['matrix_workshops', 'category:matrix_categories(*), target_group:matrix_target_groups(*), level:matrix_levels(*)'],
    ['matrix_workshops', 'matrix_workshop_learning_objectives(objective, dimension:matrix_dimensions(name))'],
  ])('%s embeds %s without a hint for the relation', async (table, embedded) => {
    const { data, error } = await backend.as.visitor.from(table).select(`id, ${embedded}`);
    expect(error).toBeNull();
    expect(data).not.toEqual([]);
  });
});
