import { staffClient } from '@ki/shared/data/clients.ts';
import { signIn } from '@ki/shared/session/session-store.ts';
import { beforeAll, expect, test } from 'vitest';
import { givenCourse, givenModules, storedModules } from '../../testing/given.ts';
import {
  type CourseOrder,
  flatIds,
  isModule,
  moveLessonTo,
  orderAfterDrop,
  orderOf,
  stepLesson,
  stepModule,
} from '../model/course-order.ts';
import { operationsOn } from './outline-operations.ts';

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
  if (below(2) === 0) return isModule(order, one) ? stepModule(order, one, by) : stepLesson(order, one, by);
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
  return { course: id, on: operationsOn(id, false), client: await staffClient() };
}

test('random sequences of moves have the same result in the database and in the model, and lose no row', async () => {
  const { course, on, client } = await givenFullCourse();
  const below = chooser(42);
  const before = orderOf(await storedModules(course));
  let order = before;
  for (let round = 0; round < 25; round += 1) {
    order = randomMove(order, below);
    await on.reorder(client, order);
    expect(orderOf(await storedModules(course))).toEqual(order);
    expect(flatIds(order).toSorted()).toEqual(flatIds(before).toSorted());
    await expectNoGapOrDouble(course);
  }
});

test('Two users reorder the same course at once: one of the two orders is stored', async () => {
  const { course, on, client } = await givenFullCourse();
  const below = chooser(11);
  for (let round = 0; round < 10; round += 1) {
    const seen = orderOf(await storedModules(course));
    const orders = [randomMove(seen, below), randomMove(randomMove(seen, below), below)];
    await Promise.all(orders.map((order) => on.reorder(client, order)));
    expect(orders).toContainEqual(orderOf(await storedModules(course)));
    await expectNoGapOrDouble(course);
  }
});
