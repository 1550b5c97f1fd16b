import { address, paths } from '@ki/shared/contract/paths.ts';
import type { ShownPicture } from '@ki/shared/contract/pictures.ts';
import { sumOfDurations } from '@ki/shared/format/durations.ts';
import type { PreparedText } from '@ki/shared/ui/markdown/prepare-text.ts';

/** The captions of a lesson's video file. */
export const captionsAddress = address(`${paths.lesson.pattern}/captions.vtt`);

export interface CourseSummary {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly picture: ShownPicture | null;
  readonly category: string | null;
  readonly level: string;
  /** HH:MM:SS, the sum of all lessons. */
  readonly duration: string;
  readonly moduleCount: number;
  readonly lessonCount: number;
  readonly enrolled: number;
}

export type LessonType = 'text' | 'video';

export interface LessonEntry {
  readonly id: string;
  readonly title: string;
  /** HH:MM:SS. */
  readonly duration: string;
  readonly type: LessonType;
}

export interface Module {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly lessons: readonly LessonEntry[];
}

export interface CourseOutline extends Pick<CourseSummary, 'id' | 'title' | 'slug'> {
  readonly modules: readonly Module[];
}

export interface Course extends CourseSummary {
  readonly modules: readonly Module[];
}

export interface Lesson extends LessonEntry {
  readonly courseId: string;
  readonly courseTitle: string;
  readonly description: string;
  readonly videoUrl: string | null;
  readonly hasCaptions: boolean;
  /** Its text is `null` where the document has it as HTML. */
  readonly transcript: { readonly text: PreparedText | null } | null;
  /** `null` where the document has it as HTML. */
  readonly text: PreparedText | null;
}

export interface LessonPosition {
  readonly module: Module;
  readonly moduleNumber: number;
  readonly previous: LessonEntry | undefined;
  readonly next: LessonEntry | undefined;
}

type Modules = Pick<CourseOutline, 'modules'>;

const lessonsOf = ({ modules }: Modules): readonly LessonEntry[] => modules.flatMap(({ lessons }) => lessons);

/** The module of a lesson and its neighbours, across modules; `null` when the course has no such lesson. */
export function positionOf(course: Modules, lessonId: string | undefined): LessonPosition | null {
  const index = course.modules.findIndex(({ lessons }) => lessons.some(({ id }) => id === lessonId));
  const module = course.modules[index];
  if (!module) return null;
  const all = lessonsOf(course);
  const position = all.findIndex(({ id }) => id === lessonId);
  return { module, moduleNumber: index + 1, previous: all[position - 1], next: all[position + 1] };
}

export const durationOf = ({ lessons }: Pick<Module, 'lessons'>): string =>
  sumOfDurations(lessons.map(({ duration }) => duration));

/** Ids of the lessons that are done, by the id of their course. */
export type Progress = Readonly<Record<string, readonly string[]>>;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

export function parseProgress(stored: string | null): Progress {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string[]] => isTexts(entry[1])));
  } catch {
    return {};
  }
}

/** The progress with the lessons of one course replaced; a course without any is left out. */
export function withCourse(progress: Progress, courseId: string, done: readonly string[]): Progress {
  const { [courseId]: _, ...others } = progress;
  return done.length === 0 ? others : { ...others, [courseId]: [...new Set(done)] };
}

export interface CourseStatus {
  readonly done: number;
  readonly total: number;
  /** The first lesson that is not done; the first lesson when all are. */
  readonly next: LessonEntry | undefined;
}

/** The progress in a course; lessons that were removed since do not count. */
export function statusOf(course: Pick<CourseOutline, 'modules'>, done: ReadonlySet<string>): CourseStatus {
  const all = lessonsOf(course);
  const open = all.filter(({ id }) => !done.has(id));
  return { done: all.length - open.length, total: all.length, next: open[0] ?? all[0] };
}
