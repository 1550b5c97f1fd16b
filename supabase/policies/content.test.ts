import { describe, expect, test } from 'vitest';
import { givenBackend, roles } from './testing/backend.ts';
import { ids } from './testing/ids.ts';

const { as } = givenBackend();

test('a category in use cannot be deleted', async () => {
  expect((await as.staff.from('categories').delete().eq('id', ids.category)).error?.code).toBe('23503');
});

describe.each(roles)('ads for a %s', (role) => {
  test.each([
    ['a workshop', 'team', ids.workshop, 'Werkstatt'],
    ['a published course', 'other', ids.course, 'Offener Kurs'],
    ['a draft of a course', 'other', ids.draftCourse, null],
    ['a deleted offer', 'team', ids.course, null],
  ])('are the active ones, here with %s', async (_, type, offer_id, offer_title) => {
    await as.service.from('ads').update({ type, offer_id }).eq('id', ids.activeAd).throwOnError();
    const { data } = await as[role].from('shown_ads').select('id, offer_title');
    expect(data).toEqual([{ id: ids.activeAd, offer_title }]);
  });
});

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
