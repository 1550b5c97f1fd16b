import type { DraftSchedule, PublishPermission } from '../../kinds/model/define-record.ts';
import { type CourseOrder, isModule } from './course-order.ts';
import type { DraftOutline } from './draft-outline.ts';

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
  readonly slug: string;
  readonly isPublished: boolean;
  /** ISO 8601. The version of the course's own columns. */
  readonly updatedAt: string;
  /** Those of the draft, where there is one. */
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
  readonly modules: DraftOutline;
}

export const toLessonType = (stored: string): LessonType => (stored === 'video' ? 'video' : 'text');

export const titleOf = (modules: readonly ModuleOutline[], id: string): string => {
  const all = modules.flatMap((module) => [module, ...module.lessons]);
  return all.find((one) => one.id === id)?.title ?? '';
};

/** Example: `Lesson “A” is number 2 of 5 in module “B”.` */
export function positionText(modules: readonly ModuleOutline[], order: CourseOrder, id: string): string {
  const title = titleOf(modules, id);
  if (isModule(order, id)) {
    return `Module “${title}” is number ${order.findIndex((module) => module.id === id) + 1} of ${order.length}.`;
  }
  const home = order.find(({ lessons }) => lessons.includes(id));
  if (!home) return '';
  const number = home.lessons.indexOf(id) + 1;
  return `Lesson “${title}” is number ${number} of ${home.lessons.length} in module “${titleOf(modules, home.id)}”.`;
}
