import { defineRecord, type Editable, type ValuesOf } from '../records/model/define-record.ts';
import { choice, longText, optionalText, text } from '../records/model/fields.ts';
import { duration } from '../records/model/number-fields.ts';
import { webAddress } from '../records/model/web-address.ts';

export const lesson = defineRecord({
  table: 'lessons',
  texts: {
    new: 'New Lesson',
    edit: 'Edit Lesson',
    create: 'Create Lesson',
    update: 'Update Lesson',
    createFailed: 'An error occurred',
    updateFailed: 'An error occurred',
    readFailed: 'The lesson could not be loaded.',
    deleteQuestion: 'Are you sure you want to delete this lesson?',
    deleteFailed: 'An error occurred',
  },
  fields: {
    title: text('title', 'Title', { required: true }),
    type: choice('lesson_type', 'Lesson Type', ['text', 'video']),
    videoUrl: optionalText('video_url', 'Video URL', { schema: webAddress('Video URL') }),
    duration: duration('duration', 'Duration'),
    content: longText('content', 'Content'),
  },
  shown: {},
});

export type LessonValues = ValuesOf<typeof lesson>;

export type EditableLesson = Editable<typeof lesson>;
