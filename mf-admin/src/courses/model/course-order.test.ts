import { expect, test } from 'vitest';
import { nextTarget } from '../../order/model/order.ts';
import {
  applyOrder,
  type CourseOrder,
  flatIds,
  moveLessonTo,
  orderAfterDrop,
  stepBy,
  targetsFor,
} from './course-order.ts';

const ORDER: CourseOrder = [
  { id: 'A', lessons: ['a1', 'a2'] },
  { id: 'B', lessons: [] },
  { id: 'C', lessons: ['c1'] },
];
const text = (order: CourseOrder) => order.map(({ id, lessons }) => `${id}(${lessons.join(' ')})`).join(' ');

test.each([
  ['a lesson steps down', stepBy(ORDER, 'a1', 1), 'A(a2 a1) B() C(c1)'],
  ['a lesson steps over the end of its module', stepBy(ORDER, 'a2', 1), 'A(a1) B(a2) C(c1)'],
  ['a lesson steps over the beginning of its module', stepBy(ORDER, 'c1', -1), 'A(a1 a2) B(c1) C()'],
  ['the first lesson has no step up', stepBy(ORDER, 'a1', -1), text(ORDER)],
  ['the last lesson has no step down', stepBy(ORDER, 'c1', 1), text(ORDER)],
  ['the first module has no step up', stepBy(ORDER, 'A', -1), text(ORDER)],
  ['the last module has no step down', stepBy(ORDER, 'C', 1), text(ORDER)],
  ['a module steps with its lessons', stepBy(ORDER, 'A', 1), 'B() A(a1 a2) C(c1)'],
  ['a module is dropped with its lessons', orderAfterDrop(ORDER, 'A', 'c1'), 'B() C(c1) A(a1 a2)'],
  ['a lesson dropped further down follows its target', orderAfterDrop(ORDER, 'a1', 'c1'), 'A(a2) B() C(c1 a1)'],
  ['a lesson dropped further up precedes its target', orderAfterDrop(ORDER, 'c1', 'a2'), 'A(a1 c1 a2) B() C()'],
  ['a lesson is dropped on an empty module', orderAfterDrop(ORDER, 'a1', 'B'), 'A(a2) B(a1) C(c1)'],
  ['a lesson is dropped on a module', orderAfterDrop(ORDER, 'c1', 'A'), 'A(c1 a1 a2) B() C()'],
  ['a lesson moves to the beginning of a module', moveLessonTo(ORDER, 'c1', 'A', 'first'), 'A(c1 a1 a2) B() C()'],
  ['a lesson moves to the end of its module', moveLessonTo(ORDER, 'a1', 'A', 'last'), 'A(a2 a1) B() C(c1)'],
])('%s', (_, order, expected) => expect(text(order)).toBe(expected));

test('dragging over n targets equals n steps', () => {
  for (const id of flatIds(ORDER)) {
    for (const by of [1, -1] as const) {
      let over = id;
      let stepped = ORDER;
      for (let round = 0; round < 7; round += 1) {
        over = nextTarget(targetsFor(ORDER, id), over, by);
        stepped = stepBy(stepped, id, by);
        expect(text(over === id ? ORDER : orderAfterDrop(ORDER, id, over))).toBe(text(stepped));
      }
    }
  }
});

test('a module can take the place of a module, a lesson the place of any row but the first', () => {
  expect(targetsFor(ORDER, 'C')).toEqual(['A', 'B', 'C']);
  expect(targetsFor(ORDER, 'c1')).toEqual(['a1', 'a2', 'B', 'C', 'c1']);
});

test('unnamed rows follow the order, unknown ids are ignored', () => {
  const rows: CourseOrder = [ORDER[0] ?? expect.fail(), { id: 'N', lessons: ['n1'] }, { id: 'C', lessons: [] }];
  const modules = rows.map(({ id, lessons }) => ({ id, lessons: lessons.map((lesson) => ({ id: lesson })) }));
  const order = [
    { id: 'gone', lessons: ['a1'] },
    { id: 'C', lessons: ['a2', 'deleted'] },
    { id: 'A', lessons: [] },
  ];
  const applied = applyOrder(modules, order).map(({ id, lessons }) => ({ id, lessons: lessons.map((l) => l.id) }));
  expect(text(applied)).toBe('C(a2) A(a1) N(n1)');
});
