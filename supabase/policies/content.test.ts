import { describe, expect, test } from 'vitest';
import { givenBackend, roles } from './testing/backend.ts';
import { ids } from './testing/ids.ts';

const { as, owner } = givenBackend();

const withLessons = 'id, modules(id, lessons(id))';

describe('courses', () => {
  test('publishing shows modules and lessons, withdrawing hides them again', async () => {
    const { visitor, staff } = as;
    const setPublished = (is_published: boolean) =>
      staff.from('courses').update({ is_published }).eq('id', ids.draftCourse);
    await setPublished(true);
    expect((await visitor.from('courses').select(withLessons).eq('id', ids.draftCourse)).data).toEqual([
      { id: ids.draftCourse, modules: [{ id: ids.moduleOfDraft, lessons: [{ id: ids.lessonOfDraft }] }] },
    ]);
    await setPublished(false);
    expect((await visitor.from('lessons').select('id').eq('id', ids.lessonOfDraft)).data).toEqual([]);
  });
});

test.each([
  ['captions', 'WEBVTT'],
  ['transcript', 'Neu'],
])(
  'a lesson with other %s is another version, which an editor who began before does not overwrite',
  async (column, text) => {
    const { staff } = as;
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
  test('a post appears when its time has come', async () => {
    await owner.query("update posts set published_at = now() - interval '1 second' where id = $1", [ids.scheduledPost]);
    const { data } = await as.visitor.from('posts').select('id').eq('id', ids.scheduledPost);
    expect(data).toEqual([{ id: ids.scheduledPost }]);
  });

  test('a category in use cannot be deleted', async () => {
    const { error } = await as.staff.from('categories').delete().eq('id', ids.category);
    expect(error?.code).toBe('23503');
  });
});

describe.each(roles)('ads for a %s', (role) => {
  const shown = async () => (await as[role].from('shown_ads').select('id, offer_title')).data;
  const offer = (type: string, offer_id: string) =>
    as.service.from('ads').update({ type, offer_id }).eq('id', ids.activeAd);

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
    const { data, error } = await as.visitor.from(table).select(`id, ${embedded}`);
    expect(error).toBeNull();
    expect(data).not.toEqual([]);
  });
});
