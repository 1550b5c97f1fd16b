import { addresses } from '../addresses.ts';
import { defineRecord, type Editable, failuresOf, recordTexts, type ValuesOf } from '../kinds/model/define-record.ts';
import { URL_INPUT, webAddress } from '../kinds/model/field.ts';
import { area, choice, duration, markdown, optionalText, text } from '../kinds/model/fields.ts';
import { z } from '../kit/model/z.ts';
import { webVtt } from './model/web-vtt.ts';

export const module = defineRecord({
  table: 'modules',
  texts: recordTexts('Module', { ...failuresOf('An error occurred'), readFailed: 'There is no such module.' }),
  fields: {
    title: text('title', 'Title', { required: true }),
    description: area(text('description', 'Description'), 4),
  },
  shown: {},
});

export type ModuleValues = ValuesOf<typeof module>;

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
  schema: z.preprocess((values) => withoutVideoOfText(values as LessonValues), lesson.schema) as typeof lesson.schema,
};

export type EditableLesson = Editable<typeof lesson>;
