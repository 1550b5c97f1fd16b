import { newId } from '@ki/shared/data/new-id.ts';
import { NOW } from '../../kit/model/clock.ts';
import { z } from '../../kit/model/z.ts';
import { applyOrder, type CourseOrder } from './course-order.ts';

const part = {
  id: z.string(),
  title: z.string(),
  /** ISO 8601. The version for conflict checks. */
  updated_at: z.string().catch(''),
};

const lessonSchema = z.object({
  ...part,
  content: z.string().catch(''),
  video_url: z.string().nullable().catch(null),
  captions: z.string().nullable().catch(null),
  transcript: z.string().nullable().catch(null),
  duration: z.string().catch('00:00:00'),
  lesson_type: z.string().catch('text'),
});

const moduleSchema = z.object({ ...part, description: z.string().catch(''), lessons: z.array(lessonSchema) });

/** The modules and lessons of a course's draft, by the columns of their tables. */
export const draftOutlineSchema = z.array(moduleSchema);

export type DraftLesson = z.output<typeof lessonSchema>;
export type DraftModule = z.output<typeof moduleSchema>;
export type DraftOutline = readonly DraftModule[];

export const lessonIn = (outline: DraftOutline, id: string): DraftLesson | undefined =>
  outline.flatMap(({ lessons }) => lessons).find((lesson) => lesson.id === id);

const mapLessons = (outline: DraftOutline, map: (lessons: DraftLesson[]) => DraftLesson[]): DraftOutline =>
  outline.map((module) => ({ ...module, lessons: map(module.lessons) }));

export const inOrder = (outline: DraftOutline, order: CourseOrder): DraftOutline => {
  const ordered = applyOrder<DraftLesson, Omit<DraftModule, 'lessons'> & { readonly lessons: readonly DraftLesson[] }>(
    outline,
    order,
  );
  return ordered.map((module) => ({ ...module, lessons: [...module.lessons] }));
};

type ModuleColumns = Pick<DraftModule, 'title' | 'description'>;
type LessonColumns = Omit<DraftLesson, 'id' | 'updated_at'>;

export const createdModule = (columns: ModuleColumns): DraftModule => ({
  ...columns,
  id: newId(),
  updated_at: NOW,
  lessons: [],
});

export const createdLesson = (columns: LessonColumns): DraftLesson => ({ ...columns, id: newId(), updated_at: NOW });

export const withLesson = (outline: DraftOutline, moduleId: string, lesson: DraftLesson): DraftOutline =>
  outline.map((module) => (module.id === moduleId ? { ...module, lessons: [...module.lessons, lesson] } : module));

export const withModuleColumns = (outline: DraftOutline, id: string, columns: ModuleColumns): DraftOutline =>
  outline.map((module) => (module.id === id ? { ...module, ...columns, updated_at: NOW } : module));

export const withLessonColumns = (outline: DraftOutline, id: string, columns: LessonColumns): DraftOutline =>
  mapLessons(outline, (lessons) =>
    lessons.map((lesson) => (lesson.id === id ? { ...lesson, ...columns, updated_at: NOW } : lesson)),
  );

export const without = (outline: DraftOutline, id: string): DraftOutline =>
  mapLessons(
    outline.filter((module) => module.id !== id),
    (lessons) => lessons.filter((lesson) => lesson.id !== id),
  );

/** Behind each of `items` that has a copy. */
const withCopies = <Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
  copy: (item: Item) => Item,
) => items.flatMap((item) => (item.id === id ? [item, copy(item)] : [item]));

const copyOf = <Item extends { readonly title: string }>(item: Item): Item & { id: string; updated_at: string } => ({
  ...item,
  title: `${item.title} (Kopie)`,
  id: newId(),
  updated_at: NOW,
});

export const withCopyOfModule = (outline: DraftOutline, id: string): DraftOutline =>
  withCopies(outline, id, (module) => ({
    ...copyOf(module),
    lessons: module.lessons.map((lesson) => ({ ...lesson, id: newId() })),
  }));

export const withCopyOfLesson = (outline: DraftOutline, id: string): DraftOutline =>
  mapLessons(outline, (lessons) => withCopies(lessons, id, copyOf));

/** Puts back what is in `before` and no longer in the outline: a module, or a lesson if its module is still there. */
export function putBack(outline: DraftOutline, before: DraftOutline, id: string): DraftOutline {
  const at = before.findIndex((module) => module.id === id);
  const module = before[at];
  if (module) return outline.toSpliced(at, 0, module);
  const home = before.find(({ lessons }) => lessons.some((lesson) => lesson.id === id));
  const place = home?.lessons.findIndex((lesson) => lesson.id === id) ?? -1;
  const lesson = home?.lessons[place];
  if (!lesson) return outline;
  return outline.map((one) =>
    one.id === home?.id ? { ...one, lessons: one.lessons.toSpliced(place, 0, lesson) } : one,
  );
}
