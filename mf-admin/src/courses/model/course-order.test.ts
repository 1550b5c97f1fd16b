import { expect, test } from 'vitest';
import { nextTarget } from '../../records/model/order.ts';
import {
  applyOrder,
  type CourseOrder,
  flatIds,
  isModule,
  moveLessonTo,
  orderAfterDrop,
  stepLesson,
  stepModule,
  targetsFor,
} from './course-order.ts';

const ORDER: CourseOrder = [
  { id: 'A', lessons: ['a1', 'a2'] },
  { id: 'B', lessons: [] },
  { id: 'C', lessons: ['c1'] },
];
const text = (order: CourseOrder) => order.map(({ id, lessons }) => `${id}(${lessons.join(' ')})`).join(' ');

test('a step takes a lesson over the edge of its module into the neighbouring one', () => {
  expect(text(stepLesson(ORDER, 'a1', 1))).toBe('A(a2 a1) B() C(c1)');
  expect(text(stepLesson(ORDER, 'a2', 1))).toBe('A(a1) B(a2) C(c1)');
  expect(text(stepLesson(ORDER, 'c1', -1))).toBe('A(a1 a2) B(c1) C()');
});

test('at the ends of a course there is no further step', () => {
  expect(stepLesson(ORDER, 'a1', -1)).toBe(ORDER);
  expect(stepLesson(ORDER, 'c1', 1)).toBe(ORDER);
  expect(stepModule(ORDER, 'A', -1)).toBe(ORDER);
  expect(stepModule(ORDER, 'C', 1)).toBe(ORDER);
});

test('a module moves with its lessons', () => {
  expect(text(stepModule(ORDER, 'A', 1))).toBe('B() A(a1 a2) C(c1)');
  expect(text(orderAfterDrop(ORDER, 'A', 'c1'))).toBe('B() C(c1) A(a1 a2)');
});

test('a dropped lesson takes the position of its target', () => {
  expect(text(orderAfterDrop(ORDER, 'a1', 'c1'))).toBe('A(a2) B() C(c1 a1)');
  expect(text(orderAfterDrop(ORDER, 'c1', 'a2'))).toBe('A(a1 c1 a2) B() C()');
  expect(text(orderAfterDrop(ORDER, 'a1', 'B'))).toBe('A(a2) B(a1) C(c1)');
  expect(text(orderAfterDrop(ORDER, 'c1', 'A'))).toBe('A(c1 a1 a2) B() C()');
});

test('dragging over n targets equals n steps', () => {
  for (const id of flatIds(ORDER)) {
    const step = isModule(ORDER, id) ? stepModule : stepLesson;
    for (const by of [1, -1] as const) {
      let over = id;
      let stepped = ORDER;
      for (let round = 0; round < 7; round += 1) {
        over = nextTarget(targetsFor(ORDER, id), over, by);
        stepped = step(stepped, id, by);
        expect(text(over === id ? ORDER : orderAfterDrop(ORDER, id, over))).toBe(text(stepped));
      }
    }
  }
});

test('a module can take the place of a module, a lesson the place of any row but the first', () => {
  expect(targetsFor(ORDER, 'C')).toEqual(['A', 'B', 'C']);
  expect(targetsFor(ORDER, 'c1')).toEqual(['a1', 'a2', 'B', 'C', 'c1']);
});

test('a lesson can move to the beginning or the end of every module', () => {
  expect(text(moveLessonTo(ORDER, 'c1', 'A', 'first'))).toBe('A(c1 a1 a2) B() C()');
  expect(text(moveLessonTo(ORDER, 'a1', 'A', 'last'))).toBe('A(a2 a1) B() C(c1)');
});

test('unnamed rows follow the order, unknown ids are ignored', () => {
  const modules = [
    { id: 'A', lessons: [{ id: 'a1' }, { id: 'a2' }] },
    { id: 'N', lessons: [{ id: 'n1' }] },
    { id: 'C', lessons: [] },
  ];
  const order = [
    { id: 'gone', lessons: ['a1'] },
    { id: 'C', lessons: ['a2', 'deleted'] },
    { id: 'A', lessons: [] },
  ];
  expect(text(applyOrder(modules, order).map(({ id, lessons }) => ({ id, lessons: lessons.map((l) => l.id) })))).toBe(
    'C(a2) A(a1) N(n1)',
  );
});

/** Random numbers that are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

test('no sequence of moves loses or duplicates a row', () => {
  const random = numbers(7);
  const below = (count: number) => Math.floor(random.next().value * count);
  let order = ORDER;
  for (let round = 0; round < 3_000; round += 1) {
    const ids = flatIds(order);
    const [one = '', other = ''] = [ids[below(ids.length)], ids[below(ids.length)]];
    const by = below(2) === 0 ? 1 : -1;
    const moves = [
      () => orderAfterDrop(order, one, other),
      () => (isModule(order, one) ? stepModule(order, one, by) : stepLesson(order, one, by)),
      () => moveLessonTo(order, one, other, by === 1 ? 'first' : 'last'),
    ];
    order = moves[below(moves.length)]?.() ?? order;
    expect(flatIds(order).toSorted()).toEqual(flatIds(ORDER).toSorted());
    expect(order).toHaveLength(ORDER.length);
  }
  expect(text(order)).not.toBe(text(ORDER));
});
