import { staffClient } from '@ki/shared/data/clients.ts';
import { newId } from '@ki/shared/data/new-id.ts';
import { signIn } from '@ki/shared/session/session-store.ts';
import { beforeAll, expect, test } from 'vitest';
import { givenCourse, givenModules, storedModules, titlesOf } from '../../testing/given.ts';
import { saveDraft } from '../../versions/data/drafts.ts';
import {
  applyOrder,
  type CourseOrder,
  flatIds,
  moveLessonTo,
  orderAfterDrop,
  orderOf,
  stepBy,
} from '../model/course-order.ts';
import { type CourseOutline, withLesson, withModule, without } from '../model/course-outline.ts';
import { changeOutline } from './change-outline.ts';
import { readCourseOutline, readOpen } from './outline.ts';

beforeAll(async () => {
  expect(await signIn('admin@example.com', 'lernen-mit-ki')).toBeNull();
});

/** Random numbers that are the same in every run. */
function chooser(seed: number) {
  let state = seed;
  return (count: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

function randomMove(order: CourseOrder, below: (count: number) => number): CourseOrder {
  const ids = flatIds(order);
  const [one = '', other = ''] = [ids[below(ids.length)], ids[below(ids.length)]];
  const by = below(2) === 0 ? 1 : -1;
  if (below(3) === 0) return moveLessonTo(order, one, other, by === 1 ? 'first' : 'last');
  if (below(2) === 0) return stepBy(order, one, by);
  return orderAfterDrop(order, one, other);
}

async function expectNoGapOrDouble(course: string): Promise<void> {
  const modules = await storedModules(course);
  expect(modules.map(({ position }) => position)).toEqual(modules.map((_, index) => index));
  for (const { lessons } of modules) {
    expect(lessons.map(({ position }) => position)).toEqual(lessons.map((_, index) => index));
  }
}

async function givenFullCourse() {
  const { id } = await givenCourse();
  await givenModules(id, [3, 0, 4, 1]);
  const client = await staffClient();
  const reorder = (order: CourseOrder) =>
    changeOutline(client, { id, draft: null }, (outline) => applyOrder(outline, order));
  return { course: id, reorder };
}

test('random sequences of moves have the same result in the database and in the model, and lose no row', async () => {
  const { course, reorder } = await givenFullCourse();
  const below = chooser(42);
  const before = orderOf(await storedModules(course));
  let order = before;
  for (let round = 0; round < 25; round += 1) {
    order = randomMove(order, below);
    await reorder(order);
    expect(orderOf(await storedModules(course))).toEqual(order);
    expect(flatIds(order).toSorted()).toEqual(flatIds(before).toSorted());
    await expectNoGapOrDouble(course);
  }
});

test('Two users reorder the same course at once: one of the two orders is stored', async () => {
  const { course, reorder } = await givenFullCourse();
  const below = chooser(11);
  for (let round = 0; round < 10; round += 1) {
    const seen = orderOf(await storedModules(course));
    const orders = [randomMove(seen, below), randomMove(randomMove(seen, below), below)];
    await Promise.all(orders.map((order) => reorder(order)));
    expect(orders).toContainEqual(orderOf(await storedModules(course)));
    await expectNoGapOrDouble(course);
  }
});

test.each(['live', 'draft'] as const)('Editors act on one course at once, %s: all acts are kept', async (open) => {
  const { id } = await givenCourse({ is_published: true });
  await givenModules(id, [2, 1]);
  const client = await staffClient();
  const outline = async (draft: CourseOutline['draft']) => (await readOpen(client, { id, draft })).modules;
  if (open === 'draft')
    await saveDraft(client, { table: 'courses' }, id, {}, { version: null, base: null, publishAt: null });
  const { draft } = await readCourseOutline(client, id);
  const [first, second] = await outline(draft);
  const acts = [
    withModule({ id: newId(), title: 'Neu' }),
    withLesson(second?.id ?? '', { id: newId(), title: 'L2.2' }),
    without(first?.lessons[0]?.id ?? ''),
  ];
  await Promise.all(acts.map((act) => changeOutline(client, { id, draft }, act)));
  expect((await outline(draft)).map(({ title, lessons }) => [title, ...lessons.map((lesson) => lesson.title)])).toEqual(
    [['M1', 'L1.2'], ['M2', 'L2.1', 'L2.2'], ['Neu']],
  );
  if (draft) expect(titlesOf(await storedModules(id))).toEqual(['M1: L1.1, L1.2', 'M2: L2.1']);
});
