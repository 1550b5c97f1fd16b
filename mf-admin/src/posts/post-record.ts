import { fromLocalInput, toLocalInput } from '@ki/shared/format/dates.ts';
import { defineRecord, recordTexts, type ValuesOf } from '../records/model/define-record.ts';
import { type Field, longText, optionalText, reference, slugSchema, text } from '../records/model/fields.ts';
import { z } from '../records/model/z.ts';

/** Local time in the format of `datetime-local`. */
const publishDate: Field<string, 'published_at', string | null> = {
  ...optionalText('published_at', 'Publish Date', { schema: z.string(), diff: 'moment' }),
  toValue: toLocalInput,
  /** Empty: now for a new post, a draft for a stored one. An untouched value keeps its seconds. */
  toStored(input, before) {
    if (before === undefined) return fromLocalInput(input) ?? new Date().toISOString();
    return input === toLocalInput(before) ? before : fromLocalInput(input);
  },
};

export const post = defineRecord({
  table: 'posts',
  texts: recordTexts('Post', { createFailed: 'Failed to save post', updateFailed: 'Failed to save post' }),
  fields: {
    title: text('title', 'Title', { required: true }),
    slug: text('slug', 'Slug', { required: true, schema: slugSchema }),
    content: longText('content', 'Content', { required: true }),
    excerpt: optionalText('excerpt', 'Excerpt'),
    categoryId: reference('category_id', 'Category'),
    publishedAt: publishDate,
  },
  shown: { author: 'author' },
  reasons: { posts_slug_key: { field: 'slug', message: 'This slug is already taken.' } },
});

export type PostValues = ValuesOf<typeof post>;
