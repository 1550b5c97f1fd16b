import { paths } from '@ki/shared/contract/paths.ts';
import { defineRecord, recordTexts, type ValuesOf } from '../kinds/model/define-record.ts';
import { longText, optionalText, paragraphs, reference, text } from '../kinds/model/fields.ts';
import { publishDate } from '../kinds/model/publish-fields.ts';
import { slugSchema } from '../kinds/model/schemas.ts';

export const post = defineRecord({
  table: 'posts',
  texts: recordTexts('Post', { createFailed: 'Failed to save post', updateFailed: 'Failed to save post' }),
  fields: {
    title: text('title', 'Title', { required: true }),
    slug: text('slug', 'Slug', { required: true, schema: slugSchema }),
    content: longText('content', 'Content', { required: true }),
    excerpt: paragraphs(optionalText('excerpt', 'Excerpt')),
    picture: reference('picture', 'Picture'),
    categoryId: reference('category_id', 'Category'),
    publishedAt: publishDate,
    // A copy is by the account that makes it.
    author: { ...text('author', 'Author'), isOwn: true },
  },
  shown: { ai: 'ai' },
  hasDrafts: true,
  view: ({ slug }) => paths.post({ slug }),
  kept: ['categoryId', 'author'],
  reasons: { posts_slug_key: { field: 'slug', message: 'This slug is already taken.' } },
});

export type PostValues = ValuesOf<typeof post>;
