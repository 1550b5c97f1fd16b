import { durationFields, NO_DURATION } from '../../records/model/duration-fields.ts';
import { z } from '../../records/model/z.ts';

const isWebAddress = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);

export const lessonSchema = z.object({
  title: z.string().trim().min(1, 'Title is required'),
  type: z.enum(['text', 'video']),
  videoUrl: z
    .string()
    .trim()
    .refine((text) => text === '' || isWebAddress(text), 'Video URL must be an http or https URL'),
  ...durationFields,
  content: z.string(),
});

export type LessonValues = z.input<typeof lessonSchema>;

export const NEW_LESSON: LessonValues = { title: '', type: 'text', videoUrl: '', ...NO_DURATION, content: '' };

/** A lesson as its form and its preview need it. */
export interface EditableLesson {
  readonly id: string;
  readonly updatedAt: string;
  /** HH:MM:SS. */
  readonly duration: string;
  readonly values: LessonValues;
}
