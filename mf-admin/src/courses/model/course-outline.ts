export type LessonType = 'text' | 'video';

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

export interface CourseOutline {
  readonly id: string;
  readonly title: string;
  readonly isPublished: boolean;
  readonly modules: readonly ModuleOutline[];
}

export const toLessonType = (stored: string): LessonType => (stored === 'video' ? 'video' : 'text');
