/** Which modules a course has, and which lessons they hold, in their order: what `reorder_course` takes. */
export interface PlacedModule {
  readonly id: string;
  readonly lessons: readonly string[];
}

export type CourseOrder = readonly PlacedModule[];

interface WithId {
  readonly id: string;
}

interface WithLessons<Lesson extends WithId> extends WithId {
  readonly lessons: readonly Lesson[];
}

export const orderOf = (modules: readonly WithLessons<WithId>[]): CourseOrder =>
  modules.map(({ id, lessons }) => ({ id, lessons: lessons.map((lesson) => lesson.id) }));

function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}

/** A module one place up or down; at the end of the course it stays. */
export function stepModule(order: CourseOrder, id: string, by: 1 | -1): CourseOrder {
  const from = order.findIndex((module) => module.id === id);
  const to = from + by;
  return from < 0 || to < 0 || to >= order.length ? order : moved(order, from, to);
}

const moduleIndexOf = (order: CourseOrder, lesson: string) =>
  order.findIndex(({ lessons }) => lessons.includes(lesson));

/** A lesson one place up or down: over the edge of its module into the neighbouring one. */
export function stepLesson(order: CourseOrder, id: string, by: 1 | -1): CourseOrder {
  const index = moduleIndexOf(order, id);
  const module = order[index];
  if (!module) return order;
  const from = module.lessons.indexOf(id);
  const to = from + by;
  if (to >= 0 && to < module.lessons.length) {
    return order.with(index, { ...module, lessons: moved(module.lessons, from, to) });
  }
  const neighbour = order[index + by];
  return index + by < 0 || !neighbour ? order : placeLesson(order, id, neighbour.id, by === 1 ? 'first' : 'last');
}

/** A lesson at the beginning or the end of any module. */
export function placeLesson(order: CourseOrder, id: string, moduleId: string, where: 'first' | 'last'): CourseOrder {
  if (moduleIndexOf(order, id) < 0 || !order.some((module) => module.id === moduleId)) return order;
  return order.map((module) => {
    const others = module.lessons.filter((lesson) => lesson !== id);
    if (module.id !== moduleId) return { ...module, lessons: others };
    return { ...module, lessons: where === 'first' ? [id, ...others] : [...others, id] };
  });
}

/** All ids as they stand below each other on screen: a module, its lessons, the next module. */
export const flat = (order: CourseOrder): readonly string[] => order.flatMap(({ id, lessons }) => [id, ...lessons]);

export const isModule = (order: CourseOrder, id: string) => order.some((module) => module.id === id);

/** The places that something can take, from top to bottom: a module those of modules, a lesson any but the very top. */
const placesFor = (order: CourseOrder, id: string): readonly string[] =>
  isModule(order, id) ? order.map((module) => module.id) : flat(order).slice(1);

/** The place above or below the one that something is carried over; at the ends it stays there. */
export function nextPlace(order: CourseOrder, id: string, over: string, by: 1 | -1): string {
  const places = placesFor(order, id);
  const next = places.indexOf(over) + by;
  return places[Math.max(0, Math.min(next, places.length - 1))] ?? over;
}

/** Whether something lies above another in the outline. */
export function isAbove(order: CourseOrder, one: string, other: string): boolean {
  const ids = flat(order);
  return ids.indexOf(one) < ids.indexOf(other);
}

/** What comes of dropping one thing on another: it takes that one's place, and the others make room. */
export function dropped(order: CourseOrder, active: string, over: string): CourseOrder {
  if (isModule(order, active)) return moved(order, indexOf(order, active), indexOf(order, over));
  const ids = flat(order);
  const [from, to] = [ids.indexOf(active), ids.indexOf(over)];
  // Nothing stands above the first module.
  return from < 0 || to < 0 ? order : regrouped(order, moved(ids, from, Math.max(to, 1)));
}

const indexOf = (order: CourseOrder, id: string) =>
  order.findIndex((module) => module.id === id || module.lessons.includes(id));

function regrouped(order: CourseOrder, ids: readonly string[]): CourseOrder {
  const starts = order.map(({ id }) => ids.indexOf(id));
  return order.map(({ id }, index) => ({ id, lessons: ids.slice((starts[index] ?? 0) + 1, starts[index + 1]) }));
}

/**
 * Modules and lessons as an order says. As in the database: what the order does not name follows, where it belongs;
 * what it names but does not exist is passed over.
 */
export function arranged<Lesson extends WithId, Module extends WithLessons<Lesson>>(
  modules: readonly Module[],
  order: CourseOrder,
): readonly Module[] {
  const lessons = new Map(modules.flatMap((module) => module.lessons).map((lesson) => [lesson.id, lesson]));
  const existing = order.filter(({ id }) => modules.some((module) => module.id === id));
  const listed = new Set(existing.flatMap((placed) => placed.lessons));
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
