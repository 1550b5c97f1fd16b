import { type CourseOutline, type LessonEntry, lessonsOf } from './course.ts';

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
