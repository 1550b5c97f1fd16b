import type { Database } from '@ki/shared/data/database.types.ts';
import type { CourseSummary, LessonEntry, Module } from '../model/course.ts';

type Tables = Database['public']['Tables'];

const CARD =
  'id, title, slug, description, thumbnail_url, difficulty_level, total_duration, module_count, lesson_count, enrollment_count';

/** Columns of a course's card. */
export const SUMMARY = `${CARD}, category:course_categories(name)` as const;
/** The same, of courses with a category only, so that its name can be asked for. */
export const SUMMARY_BY_CATEGORY = `${CARD}, category:course_categories!inner(name)` as const;
/** Modules with their lessons, without the lessons' texts. */
export const MODULES =
  'modules(id, title, description, order_position, lessons(id, title, duration, lesson_type, order_position))' as const;

type SummaryRow = Pick<
  Tables['courses']['Row'],
  | 'id'
  | 'title'
  | 'slug'
  | 'description'
  | 'thumbnail_url'
  | 'difficulty_level'
  | 'total_duration'
  | 'module_count'
  | 'lesson_count'
  | 'enrollment_count'
> & { category: { name: string } | null };

export const toSummary = (row: SummaryRow): CourseSummary => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  description: row.description,
  thumbnailUrl: row.thumbnail_url,
  category: row.category?.name ?? null,
  level: row.difficulty_level,
  duration: row.total_duration,
  moduleCount: row.module_count,
  lessonCount: row.lesson_count,
  enrolled: row.enrollment_count,
});

type LessonRow = Pick<Tables['lessons']['Row'], 'id' | 'title' | 'duration' | 'lesson_type'>;

export const toLesson = ({ id, title, duration, lesson_type }: LessonRow): LessonEntry => ({
  id,
  title,
  duration,
  type: lesson_type === 'video' ? 'video' : 'text',
});

type Positioned = { readonly id: string; readonly order_position: number };

type ModuleRow = Pick<Tables['modules']['Row'], 'id' | 'title' | 'description' | 'order_position'> & {
  lessons: (LessonRow & Positioned)[];
};

/** Positions may repeat for a moment while someone sorts; the id then keeps the order the same for everybody. */
const byPosition = (a: Positioned, b: Positioned) => a.order_position - b.order_position || (a.id < b.id ? -1 : 1);

export const toModules = (rows: ModuleRow[]): readonly Module[] =>
  rows.toSorted(byPosition).map(({ id, title, description, lessons }) => ({
    id,
    title,
    description,
    lessons: lessons.toSorted(byPosition).map(toLesson),
  }));
