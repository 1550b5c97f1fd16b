import { fromLocalInput, toLocalInput } from '@ki/shared/format/local-date-time.ts';
import { slugSchema } from '../../records/model/slug-schema.ts';
import { z } from '../../records/model/z.ts';

export const postSchema = z.object({
  title: z.string().trim().min(1, 'Title is required'),
  slug: slugSchema,
  content: z.string().refine((text) => text.trim() !== '', 'Content is required'),
  excerpt: z.string().trim(),
  categoryId: z.string(),
  /** Local time, as a `datetime-local` field has it. */
  publishedAt: z.string(),
});

export type PostValues = z.input<typeof postSchema>;

export const NEW_POST: PostValues = {
  title: '',
  slug: '',
  content: '',
  excerpt: '',
  categoryId: '',
  publishedAt: '',
};

/** A post as its form needs it. */
export interface EditablePost {
  readonly id: string;
  readonly updatedAt: string;
  /** ISO 8601; null for a draft. */
  readonly publishedAt: string | null;
  readonly values: PostValues;
}

/** The moment of a new post: without a date it is now. */
export const newPublishedAt = (input: string, now: Date): string => fromLocalInput(input) ?? now.toISOString();

/** The moment of an edited post: an untouched date keeps its seconds, an empty one makes or leaves it a draft. */
export function editedPublishedAt(input: string, before: string | null): string | null {
  return input === toLocalInput(before) ? before : fromLocalInput(input);
}
