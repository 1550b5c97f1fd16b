export type LessonType = 'text' | 'video';

/** A lesson in the builder's list. */
export interface LessonOutline {
  readonly id: string;
  readonly title: string;
  readonly type: LessonType;
  /** HH:MM:SS. */
  readonly duration: string;
}

export interface ModuleOutline {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly updatedAt: string;
  readonly lessons: readonly LessonOutline[];
}

/** A course as the builder shows it, modules and lessons in their order. */
export interface CourseOutline {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly isPublished: boolean;
  readonly modules: readonly ModuleOutline[];
}

/** Everything that is no video is text, however it was written when it was stored. */
export const toLessonType = (stored: string): LessonType => (stored === 'video' ? 'video' : 'text');
