import { moveItem } from '../../order/model/order.ts';

/** Ids of modules and of their lessons, in their order. */
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

export function moveLessonTo(order: CourseOrder, id: string, moduleId: string, where: 'first' | 'last'): CourseOrder {
  if (isModule(order, id) || indexOf(order, id) < 0 || !isModule(order, moduleId)) return order;
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

/** A step over the next target, across modules too; the same order at an end. */
export function stepBy(order: CourseOrder, id: string, by: 1 | -1): CourseOrder {
  const targets = targetsFor(order, id);
  const from = targets.indexOf(id);
  const over = from < 0 ? undefined : targets[from + by];
  return over === undefined ? order : orderAfterDrop(order, id, over);
}

const indexOf = (order: CourseOrder, id: string) =>
  order.findIndex((module) => module.id === id || module.lessons.includes(id));

function groupByModule(order: CourseOrder, ids: readonly string[]): CourseOrder {
  const starts = order.map(({ id }) => ids.indexOf(id));
  return order.map(({ id }, index) => ({ id, lessons: ids.slice((starts[index] ?? 0) + 1, starts[index + 1]) }));
}

/** Sorts modules and lessons: ignores unknown ids, and appends rows that the order does not name. */
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
