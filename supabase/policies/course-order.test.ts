import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { ids } from './ids.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

type Structure = { id: string; lessons: string[] }[];

const reorder = (structure: unknown, course: string = ids.course, client = backend.as.staff) =>
  client.rpc('reorder_course', { course, structure });

async function structureOf(course: string = ids.course): Promise<Structure> {
  return backend.owner.query<Structure[number]>(
    `select m.id, array(select l.id::text from lessons l where l.module_id = m.id order by l.order_position) as lessons
     from modules m where m.course_id = $1 order by m.order_position`,
    [course],
  );
}

const positions = () =>
  backend.owner.query<{ module: number; lessons: number[] }>(
    `select m.order_position as module,
       array(select l.order_position from lessons l where l.module_id = m.id order by l.order_position) as lessons
     from modules m where m.course_id = $1 order by m.order_position`,
    [ids.course],
  );

const { firstModule, secondModule, lessonA, lessonB, lessonC } = ids;
const swapped: Structure = [
  { id: secondModule, lessons: [lessonB, lessonC] },
  { id: firstModule, lessons: [lessonA] },
];

describe('reorder_course', () => {
  test('orders modules and lessons and moves lessons between modules', async () => {
    expect((await reorder(swapped)).error).toBeNull();
    expect(await structureOf()).toEqual(swapped);
    expect(await positions()).toEqual([
      { module: 0, lessons: [0, 1] },
      { module: 1, lessons: [0] },
    ]);
  });

  test('puts rows that are not listed after the listed ones', async () => {
    expect((await reorder([{ id: secondModule, lessons: [lessonB] }])).error).toBeNull();
    expect(await structureOf()).toEqual([
      { id: secondModule, lessons: [lessonB, lessonC] },
      { id: firstModule, lessons: [lessonA] },
    ]);
  });

  test('ignores modules that were deleted meanwhile, and lessons listed in them are not moved', async () => {
    await backend.as.staff.from('modules').delete().eq('id', secondModule);
    expect((await reorder(swapped)).error).toBeNull();
    expect(await structureOf()).toEqual([{ id: firstModule, lessons: [lessonA, lessonB] }]);
  });

  test('moves no rows of another course', async () => {
    expect(
      (
        await reorder([
          { id: firstModule, lessons: [ids.lessonOfDraft, lessonB] },
          { id: ids.moduleOfDraft, lessons: [lessonA] },
        ])
      ).error,
    ).toBeNull();
    expect(await structureOf(ids.draftCourse)).toEqual([{ id: ids.moduleOfDraft, lessons: [ids.lessonOfDraft] }]);
    expect(await structureOf()).toEqual([
      { id: firstModule, lessons: [lessonB, lessonA] },
      { id: secondModule, lessons: [lessonC] },
    ]);
  });

  test.each([
    ['a lesson listed twice', [{ id: firstModule, lessons: [lessonA, lessonA] }], 'PT400'],
    [
      'a lesson listed in two modules',
      [
        { id: firstModule, lessons: [lessonA] },
        { id: secondModule, lessons: [lessonA] },
      ],
      'PT400',
    ],
    [
      'a module listed twice',
      [
        { id: firstModule, lessons: [] },
        { id: firstModule, lessons: [] },
      ],
      'PT400',
    ],
    ['something that is no list', { id: firstModule }, '22023'],
    ['something that is no id', [{ id: 'erstes', lessons: [] }], '22P02'],
  ])('refuses %s and changes nothing', async (_, structure, code) => {
    const before = await structureOf();
    expect((await reorder(structure)).error?.code).toBe(code);
    expect(await structureOf()).toEqual(before);
  });

  test('is refused for visitors and outsiders', async () => {
    const before = await structureOf();
    expect((await reorder(swapped, ids.course, backend.as.visitor)).error?.code).toBe('42501');
    expect((await reorder(swapped, ids.course, backend.as.outsider)).error?.code).toBe('PT404');
    expect(await structureOf()).toEqual(before);
  });

  test('leaves updated_at of course, modules and lessons alone', async () => {
    const times = () =>
      backend.owner.query(
        `select array(select updated_at::text from courses order by id) as courses,
           array(select updated_at::text from modules order by id) as modules,
           array(select updated_at::text from lessons order by id) as lessons`,
      );
    const before = await times();
    await reorder(swapped);
    expect(await times()).toEqual(before);
  });

  test('neither loses nor duplicates rows when many calls order, add and delete concurrently', async () => {
    const { staff } = backend.as;
    const orders: Structure[] = [
      swapped,
      [
        { id: firstModule, lessons: [lessonC, lessonB, lessonA] },
        { id: secondModule, lessons: [] },
      ],
      [
        { id: secondModule, lessons: [lessonA, lessonC] },
        { id: firstModule, lessons: [lessonB] },
      ],
    ];
    const results = await Promise.all([
      ...[...orders, ...orders, ...orders].map((structure) => reorder(structure)),
      staff.from('lessons').insert({ module_id: firstModule, title: 'Neu', order_position: 9 }),
      staff.from('lessons').insert({ module_id: secondModule, title: 'Neu', order_position: 9 }),
      staff.from('lessons').update({ title: 'B, neu' }).eq('id', lessonB),
      staff.from('lessons').delete().eq('id', lessonC),
    ]);
    expect(results.map(({ error }) => error)).toEqual(results.map(() => null));
    await reorder(swapped);
    const structure = await structureOf();
    const lessons = structure.flatMap((module) => module.lessons);
    expect(structure.map(({ id }) => id)).toEqual([secondModule, firstModule]);
    expect(new Set(lessons).size).toBe(4);
    expect(lessons).toEqual(expect.arrayContaining([lessonA, lessonB]));
    expect((await positions()).map((module) => module.lessons)).toEqual(
      structure.map(({ lessons: all }) => all.map((__, i) => i)),
    );
  });
});
