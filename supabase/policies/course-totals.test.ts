import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { ids } from './ids.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

async function totals(id: string = ids.course) {
  const { data } = await backend.as.staff
    .from('courses')
    .select('total_duration, module_count, lesson_count')
    .eq('id', id)
    .single();
  return [data?.total_duration, data?.module_count, data?.lesson_count];
}

test('a course has the totals of its lessons', async () => {
  expect(await totals()).toEqual(['01:00:00', 2, 3]);
});

test('adding, changing and deleting lessons updates the totals', async () => {
  const { staff } = backend.as;
  await staff.from('lessons').insert({ module_id: ids.firstModule, title: 'Neu', duration: '00:05:30' });
  expect(await totals()).toEqual(['01:05:30', 2, 4]);
  await staff.from('lessons').update({ duration: '00:00:00' }).eq('id', ids.lessonA);
  expect(await totals()).toEqual(['00:55:30', 2, 4]);
  await staff.from('lessons').delete().eq('id', ids.lessonB);
  expect(await totals()).toEqual(['00:35:30', 2, 3]);
});

test('deleting a module subtracts its lessons', async () => {
  await backend.as.staff.from('modules').delete().eq('id', ids.firstModule);
  expect(await totals()).toEqual(['00:30:00', 1, 1]);
});

test('moving a lesson or a module to another course updates both totals', async () => {
  const { staff } = backend.as;
  await staff.from('lessons').update({ module_id: ids.moduleOfDraft }).eq('id', ids.lessonA);
  expect([await totals(), await totals(ids.draftCourse)]).toEqual([
    ['00:50:00', 2, 2],
    ['00:50:00', 1, 2],
  ]);
  await staff.from('modules').update({ course_id: ids.draftCourse }).eq('id', ids.secondModule);
  expect([await totals(), await totals(ids.draftCourse)]).toEqual([
    ['00:20:00', 1, 1],
    ['01:20:00', 2, 3],
  ]);
});

test('totals may exceed a day', async () => {
  await backend.as.staff.from('lessons').update({ duration: '20:00:00' }).in('id', [ids.lessonA, ids.lessonB]);
  expect(await totals()).toEqual(['40:30:00', 2, 3]);
});

test('totals may be sent and are overwritten', async () => {
  const sent = { total_duration: '99:00:00', module_count: 9, lesson_count: 9 };
  const { error } = await backend.as.staff.from('courses').update(sent).eq('id', ids.course);
  expect(error).toBeNull();
  expect(await totals()).toEqual(['01:00:00', 2, 3]);
  const { data } = await backend.as.staff
    .from('courses')
    .insert({ title: 'Neu', slug: 'neu', ...sent })
    .select()
    .single();
  expect(data).toMatchObject({ total_duration: '00:00:00', module_count: 0, lesson_count: 0 });
});

test('a change of totals does not change updated_at, an edit does', async () => {
  const { staff } = backend.as;
  const updatedAt = async () =>
    (await staff.from('courses').select('updated_at').eq('id', ids.course).single()).data?.updated_at;
  const before = await updatedAt();
  await staff.from('lessons').update({ duration: '00:50:00' }).eq('id', ids.lessonA);
  await staff.from('courses').update({ total_duration: '00:00:00' }).eq('id', ids.course);
  expect(await updatedAt()).toBe(before);
  await staff.from('courses').update({ title: 'Anders' }).eq('id', ids.course);
  expect(await updatedAt()).not.toBe(before);
});
