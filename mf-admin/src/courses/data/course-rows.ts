import type { Database } from '@ki/shared/data/database.types.ts';
import type { CourseRow, CourseValues } from '../model/course.ts';

/** Columns of a course in the list. */
export const COURSE_ROW =
  'id, title, slug, difficulty_level, is_published, module_count, lesson_count, updated_at, course_categories (name)';

type Row = Pick<
  Database['public']['Tables']['courses']['Row'],
  'id' | 'title' | 'slug' | 'difficulty_level' | 'is_published' | 'module_count' | 'lesson_count' | 'updated_at'
> & { readonly course_categories: { readonly name: string } | null };

export const toCourseRow = (row: Row): CourseRow => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  category: row.course_categories?.name ?? null,
  level: row.difficulty_level,
  isPublished: row.is_published,
  moduleCount: row.module_count,
  lessonCount: row.lesson_count,
  updatedAt: row.updated_at,
});

/** The columns that the form fills. */
export const toCourseColumns = (values: CourseValues) => ({
  title: values.title,
  slug: values.slug,
  description: values.description,
  thumbnail_url: values.thumbnailUrl === '' ? null : values.thumbnailUrl,
  course_category_id: values.categoryId === '' ? null : values.categoryId,
  difficulty_level: values.level,
  is_published: values.isPublished,
});
