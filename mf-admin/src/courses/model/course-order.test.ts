import { expect, test } from 'vitest';
import {
  arranged,
  type CourseOrder,
  dropped,
  flat,
  isAbove,
  isModule,
  nextPlace,
  placeLesson,
  stepLesson,
  stepModule,
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
  expect(text(dropped(ORDER, 'A', 'c1'))).toBe('B() C(c1) A(a1 a2)');
});

test('a dropped lesson takes the place of what it was dropped on', () => {
  expect(text(dropped(ORDER, 'a1', 'c1'))).toBe('A(a2) B() C(c1 a1)');
  expect(text(dropped(ORDER, 'c1', 'a2'))).toBe('A(a1 c1 a2) B() C()');
  expect(text(dropped(ORDER, 'a1', 'B'))).toBe('A(a2) B(a1) C(c1)');
  expect(text(dropped(ORDER, 'c1', 'A'))).toBe('A(c1 a1 a2) B() C()');
});

test('what is carried from place to place lands where as many steps would have taken it', () => {
  for (const id of flat(ORDER)) {
    const step = isModule(ORDER, id) ? stepModule : stepLesson;
    for (const by of [1, -1] as const) {
      let over = id;
      let stepped = ORDER;
      for (let round = 0; round < 7; round += 1) {
        over = nextPlace(ORDER, id, over, by);
        stepped = step(stepped, id, by);
        expect(text(over === id ? ORDER : dropped(ORDER, id, over))).toBe(text(stepped));
      }
    }
  }
});

test('a module stands above its lessons, and they above the next one', () => {
  const ids = flat(ORDER);
  for (const [index, id] of ids.entries()) {
    expect(ids.map((other) => isAbove(ORDER, id, other))).toEqual(ids.map((_, place) => index < place));
  }
});

test('a lesson goes to the beginning or the end of any module', () => {
  expect(text(placeLesson(ORDER, 'c1', 'A', 'first'))).toBe('A(c1 a1 a2) B() C()');
  expect(text(placeLesson(ORDER, 'a1', 'A', 'last'))).toBe('A(a2 a1) B() C(c1)');
});

test('what an order does not name follows, what no longer exists is passed over', () => {
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
  expect(text(arranged(modules, order).map(({ id, lessons }) => ({ id, lessons: lessons.map((l) => l.id) })))).toBe(
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

test('whatever is moved, nothing is lost or doubled', () => {
  const random = numbers(7);
  const below = (count: number) => Math.floor(random.next().value * count);
  let order = ORDER;
  for (let round = 0; round < 3_000; round += 1) {
    const ids = flat(order);
    const [one = '', other = ''] = [ids[below(ids.length)], ids[below(ids.length)]];
    const by = below(2) === 0 ? 1 : -1;
    const moves = [
      () => dropped(order, one, other),
      () => (isModule(order, one) ? stepModule(order, one, by) : stepLesson(order, one, by)),
      () => placeLesson(order, one, other, by === 1 ? 'first' : 'last'),
    ];
    order = moves[below(moves.length)]?.() ?? order;
    expect(flat(order).toSorted()).toEqual(flat(ORDER).toSorted());
    expect(order).toHaveLength(ORDER.length);
  }
  expect(text(order)).not.toBe(text(ORDER));
});
