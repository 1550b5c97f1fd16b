import { paths } from '@ki/shared/contract/paths.ts';
import { defineRecord, type Readable, type RowOf, recordTexts, type ValuesOf } from '../kinds/model/define-record.ts';
import { choice, optionalText, paragraphs, reference, text } from '../kinds/model/fields.ts';
import { publishFlag } from '../kinds/model/publish-fields.ts';
import { slugSchema, webAddress } from '../kinds/model/schemas.ts';

export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;

export const course = defineRecord({
  table: 'courses',
  texts: recordTexts('Course'),
  fields: {
    title: text('title', 'Title', { required: true }),
    slug: text('slug', 'Slug', { required: true, schema: slugSchema }),
    description: paragraphs(text('description', 'Description')),
    picture: reference('picture', 'Picture'),
    thumbnailUrl: optionalText('thumbnail_url', 'Thumbnail URL', { schema: webAddress('Thumbnail URL') }),
    categoryId: reference('course_category_id', 'Category'),
    level: choice('difficulty_level', 'Difficulty Level', LEVELS),
    isPublished: publishFlag('is_published', 'Published'),
  },
  shown: {
    category: { nameOf: 'course_categories' },
    moduleCount: 'module_count',
    lessonCount: 'lesson_count',
    totalDuration: 'total_duration',
    enrollmentCount: 'enrollment_count',
  },
  hasDrafts: true,
  view: ({ slug }) => paths.course({ slug }),
  kept: ['categoryId', 'level'],
  reasons: { courses_slug_key: { field: 'slug', message: 'This slug is already taken.' } },
});

export type CourseValues = ValuesOf<typeof course>;

export const LISTED = [
  'title',
  'slug',
  'category',
  'level',
  'isPublished',
  'moduleCount',
  'lessonCount',
] as const satisfies Readable<typeof course>[];

export type CourseRow = RowOf<typeof course, (typeof LISTED)[number]>;
