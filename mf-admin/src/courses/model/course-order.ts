import { moveItem } from '../../order/model/order.ts';

/** The parameter of `reorder_course`: ids of modules and of their lessons, in their order. */
export interface ModuleOrder {
  readonly id: string;
  readonly lessons: readonly string[];
}

export type CourseOrder = readonly ModuleOrder[];

interface WithId {
  readonly id: string;
}

interface WithLessons<Lesson extends WithId> extends WithId {
  readonly lessons: readonly Lesson[];
}

export const orderOf = (modules: readonly WithLessons<WithId>[]): CourseOrder =>
  modules.map(({ id, lessons }) => ({ id, lessons: lessons.map((lesson) => lesson.id) }));

export function stepModule(order: CourseOrder, id: string, by: 1 | -1): CourseOrder {
  const from = order.findIndex((module) => module.id === id);
  const to = from + by;
  return from < 0 || to < 0 || to >= order.length ? order : moveItem(order, from, to);
}

const moduleIndexOf = (order: CourseOrder, lesson: string) =>
  order.findIndex(({ lessons }) => lessons.includes(lesson));

export function stepLesson(order: CourseOrder, id: string, by: 1 | -1): CourseOrder {
  const index = moduleIndexOf(order, id);
  const module = order[index];
  if (!module) return order;
  const from = module.lessons.indexOf(id);
  const to = from + by;
  if (to >= 0 && to < module.lessons.length) {
    return order.with(index, { ...module, lessons: moveItem(module.lessons, from, to) });
  }
  const neighbour = order[index + by];
  return index + by < 0 || !neighbour ? order : moveLessonTo(order, id, neighbour.id, by === 1 ? 'first' : 'last');
}

export function moveLessonTo(order: CourseOrder, id: string, moduleId: string, where: 'first' | 'last'): CourseOrder {
  if (moduleIndexOf(order, id) < 0 || !order.some((module) => module.id === moduleId)) return order;
  return order.map((module) => {
    const others = module.lessons.filter((lesson) => lesson !== id);
    if (module.id !== moduleId) return { ...module, lessons: others };
    return { ...module, lessons: where === 'first' ? [id, ...others] : [...others, id] };
  });
}

export const flatIds = (order: CourseOrder): readonly string[] => order.flatMap(({ id, lessons }) => [id, ...lessons]);

export const isModule = (order: CourseOrder, id: string) => order.some((module) => module.id === id);

/** Drop targets from top to bottom: modules for a module, all rows but the first for a lesson. */
export const targetsFor = (order: CourseOrder, id: string): readonly string[] =>
  isModule(order, id) ? order.map((module) => module.id) : flatIds(order).slice(1);

/** The dropped module or lesson takes the position of its target, and the others move up or down. */
export function orderAfterDrop(order: CourseOrder, active: string, over: string): CourseOrder {
  if (isModule(order, active)) return moveItem(order, indexOf(order, active), indexOf(order, over));
  const ids = flatIds(order);
  const [from, to] = [ids.indexOf(active), ids.indexOf(over)];
  // No lesson can precede the first module.
  return from < 0 || to < 0 ? order : groupByModule(order, moveItem(ids, from, Math.max(to, 1)));
}

const indexOf = (order: CourseOrder, id: string) =>
  order.findIndex((module) => module.id === id || module.lessons.includes(id));

function groupByModule(order: CourseOrder, ids: readonly string[]): CourseOrder {
  const starts = order.map(({ id }) => ids.indexOf(id));
  return order.map(({ id }, index) => ({ id, lessons: ids.slice((starts[index] ?? 0) + 1, starts[index + 1]) }));
}

/** Sorts modules and lessons like `reorder_course`: ignores unknown ids, and appends rows that the order does not name. */
export function applyOrder<Lesson extends WithId, Module extends WithLessons<Lesson>>(
  modules: readonly Module[],
  order: CourseOrder,
): readonly Module[] {
  const lessons = new Map(modules.flatMap((module) => module.lessons).map((lesson) => [lesson.id, lesson]));
  const existing = order.filter(({ id }) => modules.some((module) => module.id === id));
  const listed = new Set(existing.flatMap(({ lessons: ids }) => ids));
  const rank = new Map(existing.map(({ id }, index) => [id, index]));
  const rankOf = ({ id }: WithId) => rank.get(id) ?? modules.length;
  return modules
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((module) => {
      const named = existing.find(({ id }) => id === module.id)?.lessons ?? [];
      const found = named.flatMap((id) => lessons.get(id) ?? []);
      return { ...module, lessons: [...found, ...module.lessons.filter(({ id }) => !listed.has(id))] };
    });
}
