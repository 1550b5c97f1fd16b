import { defineRecord, type Readable, type RowOf, type ValuesOf } from '../records/model/define-record.ts';
import { choice, flag, optionalText, reference, text } from '../records/model/fields.ts';
import { slugSchema } from '../records/model/slug-schema.ts';
import { webAddress } from '../records/model/web-address.ts';

export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;

export const course = defineRecord({
  table: 'courses',
  texts: {
    new: 'New Course',
    edit: 'Edit Course',
    create: 'Create Course',
    update: 'Update Course',
    createFailed: 'Failed to create course',
    updateFailed: 'Failed to update course',
    readFailed: 'Failed to load course',
    deleteQuestion: 'Are you sure you want to delete this course?',
    deleteFailed: 'Failed to delete course',
  },
  fields: {
    title: text('title', 'Title', { required: true }),
    slug: text('slug', 'Slug', { required: true, schema: slugSchema }),
    description: text('description', 'Description'),
    thumbnailUrl: optionalText('thumbnail_url', 'Thumbnail URL', { schema: webAddress('Thumbnail URL') }),
    categoryId: reference('course_category_id', 'Category'),
    level: choice('difficulty_level', 'Difficulty Level', LEVELS),
    isPublished: flag('is_published', 'Published'),
  },
  shown: {
    category: { nameOf: 'course_categories' },
    moduleCount: 'module_count',
    lessonCount: 'lesson_count',
    totalDuration: 'total_duration',
    enrollmentCount: 'enrollment_count',
  },
  reasons: { courses_slug_key: { field: 'slug', message: 'This slug is already taken.' } },
});

export type CourseValues = ValuesOf<typeof course>;

/** What the list shows of a course. */
export const LISTED = [
  'title',
  'category',
  'level',
  'isPublished',
  'moduleCount',
  'lessonCount',
] as const satisfies Readable<typeof course>[];

export type CourseRow = RowOf<typeof course, (typeof LISTED)[number]>;
