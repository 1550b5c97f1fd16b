import { DataError } from '@ki/shared/data/errors.ts';
import { newId } from '@ki/shared/data/new-id.ts';
import { z } from 'zod/mini';
import type { DraftSchedule, PublishPermission } from '../../kinds/model/define-record.ts';
import { same } from '../../kit/model/same.ts';
import { type CourseOrder, isModule } from './course-order.ts';

const part = {
  id: z.string(),
  title: z.string(),
  /** ISO 8601. The version for conflict checks. */
  updated_at: z.catch(z.string(), ''),
};

const lessonSchema = z.object({
  ...part,
  content: z.catch(z.string(), ''),
  video_url: z.catch(z.nullable(z.string()), null),
  captions: z.catch(z.nullable(z.string()), null),
  transcript: z.catch(z.nullable(z.string()), null),
  /** HH:MM:SS. */
  duration: z.catch(z.string(), '00:00:00'),
  lesson_type: z.catch(z.enum(['text', 'video']), 'text'),
});

const moduleSchema = z.object({ ...part, description: z.catch(z.string(), ''), lessons: z.array(lessonSchema) });

/** The modules and lessons of a course or of its draft, by the columns of their tables. */
export const outlineSchema = z.array(moduleSchema);

export type LessonOutline = z.output<typeof lessonSchema>;
export type ModuleOutline = z.output<typeof moduleSchema>;
export type LessonType = LessonOutline['lesson_type'];

export interface CourseOutline {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly isPublished: boolean;
  /** ISO 8601. The version of the course's own columns. */
  readonly updatedAt: string;
  /** Those of the draft, where there is one; else without the texts of lessons. */
  readonly modules: readonly ModuleOutline[];
  readonly draft: CourseDraft | null;
  readonly permission: PublishPermission;
}

export interface CourseDraft extends DraftSchedule {
  readonly id: string;
  readonly updatedAt: string;
  /** The course has changed since the draft began. */
  readonly isStale: boolean;
  /** All columns of the course. */
  readonly columns: Readonly<Record<string, unknown>>;
}

interface Part {
  readonly id: string;
  readonly title: string;
  readonly [column: string]: unknown;
}

/** Modules and lessons as an act needs them. A part that is new has its columns, or the id of the one that it is a copy of. */
export type Outline = readonly (Part & { readonly lessons: readonly Part[] })[];

export type Act = (outline: Outline) => Outline;

const partsOf = (outline: Outline): readonly Part[] => outline.flatMap((module) => [module, ...module.lessons]);

/** Throws `not_found`. */
export function partIn(outline: Outline, id: string): Part {
  const found = partsOf(outline).find((one) => one.id === id);
  if (!found) throw new DataError('not_found', 'There is no such module or lesson.');
  return found;
}

const mapLessons = (outline: Outline, map: (lessons: readonly Part[]) => readonly Part[]): Outline =>
  outline.map((module) => ({ ...module, lessons: map(module.lessons) }));

export const withModule =
  (module: Part): Act =>
  (outline) => [...outline, { ...module, lessons: [] }];

export const withLesson =
  (module: string, lesson: Part): Act =>
  (outline) => {
    const { id } = partIn(outline, module);
    return outline.map((one) => (one.id === id ? { ...one, lessons: [...one.lessons, lesson] } : one));
  };

/** `base`: the version that the columns began with; null for any. */
export const withColumns =
  (id: string, columns: Readonly<Record<string, unknown>>, base: string | null): Act =>
  (outline) => {
    const { updated_at: version } = partIn(outline, id);
    if (base !== null && version !== base) throw new DataError('conflict', `the part is no longer of ${base}`);
    const changed = <Item extends Part>(item: Item): Item => (item.id === id ? { ...item, ...columns } : item);
    return mapLessons(outline.map(changed), (lessons) => lessons.map(changed));
  };

export const without =
  (id: string): Act =>
  (outline) => {
    const isOther = (item: Part) => item.id !== partIn(outline, id).id;
    return mapLessons(outline.filter(isOther), (lessons) => lessons.filter(isOther));
  };

const copyOf = ({ id, title }: Part, suffix = ''): Part => ({ id: newId(), title: title + suffix, copy_of: id });

/** The copy stands behind its original. */
export const withCopy =
  (id: string): Act =>
  (outline) => {
    const { title } = partIn(outline, id);
    const suffix = ' (Kopie)';
    return outline.flatMap((module) =>
      module.id === id
        ? [module, { ...copyOf({ id, title }, suffix), lessons: module.lessons.map((lesson) => copyOf(lesson)) }]
        : {
            ...module,
            lessons: module.lessons.flatMap((lesson) => (lesson.id === id ? [lesson, copyOf(lesson, suffix)] : lesson)),
          },
    );
  };

/** Puts back what is in `before` and no longer in the outline: a module, or a lesson if its module is still there. */
export const putBack =
  (before: Outline, id: string): Act =>
  (outline) => {
    const there = new Set(partsOf(outline).map((one) => one.id));
    if (there.has(id)) return outline;
    const at = before.findIndex((module) => module.id === id);
    const [module, home] = [before[at], before.find(({ lessons }) => lessons.some((lesson) => lesson.id === id))];
    if (module) {
      const lessons = module.lessons.filter((lesson) => !there.has(lesson.id));
      return outline.toSpliced(at, 0, { ...module, lessons });
    }
    const place = home?.lessons.findIndex((lesson) => lesson.id === id) ?? -1;
    const lesson = home?.lessons[place];
    return outline.map((one) =>
      lesson && one.id === home?.id ? { ...one, lessons: one.lessons.toSpliced(place, 0, lesson) } : one,
    );
  };

/** The parts of `after` in their order: known ones by their ids, and with the columns where these changed. */
export function changedParts(before: Outline, after: Outline) {
  const known = new Map(partsOf(before).map(({ lessons: _, ...columns }) => [columns.id, columns]));
  const sent = ({ lessons: _, ...columns }: Part) =>
    same(known.get(columns.id), columns) ? { id: columns.id } : columns;
  return after.map((module) => ({ ...sent(module), lessons: module.lessons.map(sent) }));
}

export const titleOf = (modules: Outline, id: string): string =>
  partsOf(modules).find((one) => one.id === id)?.title ?? '';

/** Example: `Lesson “A” is number 2 of 5 in module “B”.` */
export function positionText(modules: Outline, order: CourseOrder, id: string): string {
  const title = titleOf(modules, id);
  if (isModule(order, id)) {
    return `Module “${title}” is number ${order.findIndex((module) => module.id === id) + 1} of ${order.length}.`;
  }
  const home = order.find(({ lessons }) => lessons.includes(id));
  if (!home) return '';
  const number = home.lessons.indexOf(id) + 1;
  return `Lesson “${title}” is number ${number} of ${home.lessons.length} in module “${titleOf(modules, home.id)}”.`;
}
