import { paths } from '@ki/shared/contract/paths.ts';
import { addresses } from '../addresses.ts';
import { defineRecord, type ListedRow, recordTexts, type ValuesOf } from '../kinds/model/define-record.ts';
import { URL_INPUT, webAddress } from '../kinds/model/field.ts';
import { area, choice, optionalText, pictureReference, reference, slug, text } from '../kinds/model/fields.ts';
import { publishFlag } from '../kinds/model/publication.ts';

export const course = defineRecord({
  table: 'courses',
  texts: recordTexts('Course'),
  name: 'Online Course',
  at: { list: addresses.courses, new: addresses.newCourse, edit: addresses.editCourse },
  listed: ['title', 'level', 'moduleCount', 'isPublished', 'slug', 'category', 'lessonCount'],
  fields: {
    title: text('title', 'Title', { required: true }),
    slug: slug('title', 'URL-friendly identifier for the course'),
    description: area(text('description', 'Description'), 4),
    categoryId: reference(
      'course_category_id',
      'Category',
      { course_categories: 'name' },
      {
        manage: addresses.courseCategories,
      },
    ),
    level: choice(
      'difficulty_level',
      'Difficulty Level',
      { beginner: 'beginner', intermediate: 'intermediate', advanced: 'advanced' },
      { isBeside: true },
    ),
    picture: pictureReference('picture', 'Picture', {
      hint: 'On the card and in the head of the course. It is shown instead of that of the thumbnail URL',
    }),
    thumbnailUrl: optionalText('thumbnail_url', 'Thumbnail URL', {
      schema: webAddress('Thumbnail URL'),
      hint: 'Empty: a drawing made from the title',
      input: URL_INPUT,
    }),
    isPublished: publishFlag('is_published', 'Published', { hint: 'Only published courses are shown to visitors' }),
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

export type CourseRow = ListedRow<typeof course>;
