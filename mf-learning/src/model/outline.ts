import { parseDuration, toDuration } from '@ki/shared/format/durations.ts';
import type { CourseOutline, LessonEntry, Module } from './course.ts';

/** Where a lesson stands in its course. */
export interface Place {
  readonly module: Module;
  /** Number of the module, from 1. */
  readonly moduleNumber: number;
  readonly previous: LessonEntry | undefined;
  readonly next: LessonEntry | undefined;
}

type Modules = Pick<CourseOutline, 'modules'>;

export const lessonsOf = ({ modules }: Modules): readonly LessonEntry[] => modules.flatMap(({ lessons }) => lessons);

/** The module and the neighbours of a lesson, across modules; `null` when the course has no such lesson. */
export function placeOf(course: Modules, lessonId: string | undefined): Place | null {
  const index = course.modules.findIndex(({ lessons }) => lessons.some(({ id }) => id === lessonId));
  const module = course.modules[index];
  if (!module) return null;
  const all = lessonsOf(course);
  const position = all.findIndex(({ id }) => id === lessonId);
  return { module, moduleNumber: index + 1, previous: all[position - 1], next: all[position + 1] };
}

/** HH:MM:SS of all lessons of a module. */
export function durationOf({ lessons }: Pick<Module, 'lessons'>): string {
  const minutes = lessons
    .map(({ duration }) => parseDuration(duration))
    .reduce((sum, d) => sum + d.hours * 60 + d.minutes, 0);
  return toDuration({ hours: 0, minutes });
}
