import { fromLocalInput, toLocalInput } from '@ki/shared/format/local-date-time.ts';
import { defineRecord, type ValuesOf } from '../records/model/define-record.ts';
import { type Field, longText, optionalText, reference, text } from '../records/model/fields.ts';
import { slugSchema } from '../records/model/slug-schema.ts';
import { z } from '../records/model/z.ts';

/** Local time, as a `datetime-local` field has it. */
const publishDate: Field<string, 'published_at', string | null> = {
  column: 'published_at',
  label: 'Publish Date',
  required: false,
  told: 'moment',
  schema: z.string(),
  initial: '',
  toValue: toLocalInput,
  /** Of a new post an empty one is now, of another it makes or leaves it a draft. An untouched one keeps its seconds. */
  toStored(input, before) {
    if (before === undefined) return fromLocalInput(input) ?? new Date().toISOString();
    return input === toLocalInput(before) ? before : fromLocalInput(input);
  },
};

export const post = defineRecord({
  table: 'posts',
  texts: {
    new: 'New Post',
    edit: 'Edit Post',
    create: 'Create Post',
    update: 'Update Post',
    createFailed: 'Failed to save post',
    updateFailed: 'Failed to save post',
    readFailed: 'Failed to load post',
    deleteQuestion: 'Are you sure you want to delete this post?',
    deleteFailed: 'Failed to delete post',
  },
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
