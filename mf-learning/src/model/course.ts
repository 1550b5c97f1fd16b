import type { PreparedText } from '@ki/shared/ui/markdown/prepared.ts';

/** A course as its card shows it. */
export interface CourseSummary {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly thumbnailUrl: string | null;
  readonly category: string | null;
  readonly level: string;
  /** HH:MM:SS, the sum of all lessons. */
  readonly duration: string;
  readonly moduleCount: number;
  readonly lessonCount: number;
  readonly enrolled: number;
}

export type LessonType = 'text' | 'video';

/** A lesson as lists of lessons show it. */
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

/** What a course consists of, in its order. */
export interface CourseOutline {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly modules: readonly Module[];
}

export interface Course extends CourseSummary {
  readonly modules: readonly Module[];
}

export interface Lesson extends LessonEntry {
  readonly courseId: string;
  /** Plain text, one or two sentences. */
  readonly description: string;
  readonly videoUrl: string | null;
  /** `null` where the server has already sent it as HTML. */
  readonly text: PreparedText | null;
}
