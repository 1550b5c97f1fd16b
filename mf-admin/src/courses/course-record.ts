import { paths } from '@ki/shared/contract/paths.ts';
import { z } from 'zod/mini';
import { addresses } from '../addresses.ts';
import {
  defineRecord,
  type Editable,
  failuresOf,
  type ListedRow,
  recordTexts,
  type ValuesOf,
} from '../kinds/model/define-record.ts';
import { URL_INPUT, webAddress } from '../kinds/model/field.ts';
import {
  area,
  choice,
  duration,
  markdown,
  optionalText,
  pictureReference,
  reference,
  slug,
  text,
} from '../kinds/model/fields.ts';
import { publishFlag } from '../kinds/model/publication.ts';
import { webVtt } from './model/web-vtt.ts';

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

export const module = defineRecord({
  table: 'modules',
  texts: recordTexts('Module', { ...failuresOf('An error occurred'), readFailed: 'There is no such module.' }),
  fields: {
    title: text('title', 'Title', { required: true }),
    description: area(text('description', 'Description'), 4),
  },
  shown: {},
});

export const lesson = defineRecord({
  table: 'lessons',
  texts: recordTexts('Lesson', { ...failuresOf('An error occurred'), readFailed: 'The lesson could not be loaded.' }),
  fields: {
    title: text('title', 'Title', { required: true }),
    type: choice('lesson_type', 'Lesson Type', { text: 'Text', video: 'Video' }),
    duration: duration('duration', 'Duration', { isBeside: true }),
    videoUrl: optionalText('video_url', 'Video URL', { schema: webAddress('Video URL'), input: URL_INPUT }),
    content: markdown('content', 'Content', { input: { rows: 20 } }),
    captions: area(
      optionalText('captions', 'Captions (VTT)', {
        schema: webVtt('Captions (VTT)'),
        hint: 'WebVTT, for files: YouTube and Vimeo show captions of their own.',
      }),
      8,
    ),
    transcript: area(
      optionalText('transcript', 'Transcript', {
        hint: 'Markdown: what is said and shown in the video. Visitors open it below the player.',
      }),
      8,
    ),
  },
  shown: {},
  // Lists name a lesson with the id of its course.
  at: { edit: addresses.courseBuilder },
  kept: ['type'],
});

export type LessonValues = ValuesOf<typeof lesson>;

const NO_VIDEO = { videoUrl: '', captions: '', transcript: '' } as const;

/** Empties the video of a text lesson, as its form does not show these fields. */
export const withoutVideoOfText = <Values extends Pick<LessonValues, 'type'>>(values: Values): Values =>
  values.type === 'text' ? { ...values, ...NO_VIDEO } : values;

/** Other programs may store a video with a text lesson: its form shows the fields, so that saving keeps it. */
export const isTextWithVideo = (stored: LessonValues | undefined): boolean =>
  stored?.type === 'text' && [stored.videoUrl, stored.captions, stored.transcript].some((text) => text !== '');

/** Fields that are not shown are not checked either. */
export const lessonOfOneType: typeof lesson = {
  ...lesson,
  schema: z.pipe(z.transform<LessonValues>(withoutVideoOfText), lesson.schema),
};

export type EditableLesson = Editable<typeof lesson>;
