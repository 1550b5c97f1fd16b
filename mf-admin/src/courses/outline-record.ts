import { defineRecord, type Editable, failuresOf, recordTexts, type ValuesOf } from '../records/model/define-record.ts';
import { choice, duration, longText, optionalText, text, webAddress } from '../records/model/fields.ts';
import { webVtt } from './model/web-vtt.ts';

export const module = defineRecord({
  table: 'modules',
  texts: recordTexts('Module', { ...failuresOf('An error occurred'), readFailed: 'There is no such module.' }),
  fields: {
    title: text('title', 'Title', { required: true }),
    description: text('description', 'Description'),
  },
  shown: {},
});

export type ModuleValues = ValuesOf<typeof module>;

export const lesson = defineRecord({
  table: 'lessons',
  texts: recordTexts('Lesson', { ...failuresOf('An error occurred'), readFailed: 'The lesson could not be loaded.' }),
  fields: {
    title: text('title', 'Title', { required: true }),
    type: choice('lesson_type', 'Lesson Type', ['text', 'video']),
    videoUrl: optionalText('video_url', 'Video URL', { schema: webAddress('Video URL') }),
    duration: duration('duration', 'Duration'),
    content: longText('content', 'Content'),
    captions: optionalText('captions', 'Captions (VTT)', { schema: webVtt('Captions (VTT)') }),
    transcript: optionalText('transcript', 'Transcript'),
  },
  shown: {},
});

export type LessonValues = ValuesOf<typeof lesson>;

export type EditableLesson = Editable<typeof lesson>;
