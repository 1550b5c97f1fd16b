import { slugSchema } from '../../records/model/slug-schema.ts';
import { z } from '../../records/model/z.ts';

export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;

const isWebAddress = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);

export const courseSchema = z.object({
  title: z.string().trim().min(1, 'Title is required'),
  slug: slugSchema,
  description: z.string().trim(),
  thumbnailUrl: z
    .string()
    .trim()
    .refine((text) => text === '' || isWebAddress(text), 'Thumbnail URL must be an http or https URL'),
  categoryId: z.string(),
  level: z.enum(LEVELS),
  isPublished: z.boolean(),
});

export type CourseValues = z.input<typeof courseSchema>;

export const NEW_COURSE: CourseValues = {
  title: '',
  slug: '',
  description: '',
  thumbnailUrl: '',
  categoryId: '',
  level: 'beginner',
  isPublished: false,
};

/** A course as its form needs it. */
export interface EditableCourse {
  readonly id: string;
  readonly updatedAt: string;
  readonly values: CourseValues;
}

/** A course in the list. */
export interface CourseRow {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly category: string | null;
  readonly level: string;
  readonly isPublished: boolean;
  readonly moduleCount: number;
  readonly lessonCount: number;
  /** ISO 8601. */
  readonly updatedAt: string;
}
