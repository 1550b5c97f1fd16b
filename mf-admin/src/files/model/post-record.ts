import { paths } from '@ki/shared/contract/paths.ts';
import { addresses } from '../../addresses.ts';
import { defineRecord, recordTexts, type ValuesOf } from '../../kinds/model/define-record.ts';
import type { Field } from '../../kinds/model/field.ts';
import { area, markdown, optionalText, pictureReference, reference, slug, text } from '../../kinds/model/fields.ts';
import { publishDate } from '../../kinds/model/publication.ts';

export const post = defineRecord({
  table: 'posts',
  texts: recordTexts('Post', { createFailed: 'Failed to save post', updateFailed: 'Failed to save post' }),
  fields: {
    title: text('title', 'Title', { required: true }),
    slug: slug('title', "The post's address: /post/{slug}"),
    content: markdown('content', 'Content', {
      required: true,
      hint: 'Markdown. A .md file can be dropped here.',
      input: { rows: 20 },
    }),
    excerpt: area(
      optionalText('excerpt', 'Excerpt', {
        hint: 'Shown on cards and in feeds. Empty: the card has no text',
        file: {
          also: ['description', 'summary', 'abstract'],
          allowed: 'a text for cards and feeds',
          example: 'Drei Ideen für den Anfang.',
        },
      }),
    ),
    picture: pictureReference('picture', 'Picture', {
      hint: 'On cards and in the head of the post. Without one the drawn cover of the title is shown',
    }),
    categoryId: reference('category_id', 'Category', { categories: 'name' }, { manage: addresses.categories }),
    publishedAt: { ...publishDate, isBeside: true },
    // A copy is by the account that makes it.
    author: { ...text('author', 'Author'), isOwn: true },
  },
  shown: { ai: 'ai' },
  at: { list: addresses.dashboard, new: addresses.newPost, edit: addresses.editPost },
  listed: ['title', 'author', 'publishedAt', 'slug', 'ai'],
  hasDrafts: true,
  view: ({ slug }) => paths.post({ slug }),
  kept: ['categoryId', 'author'],
  reasons: { posts_slug_key: { field: 'slug', message: 'This slug is already taken.' } },
});

export type PostValues = ValuesOf<typeof post>;

/** The texts of a post that files have under the names of their columns. */
export const POST_TEXTS = Object.entries(post.fields as Readonly<Record<string, Field>>).flatMap(
  ([name, { column, file }]) => (file ? [{ name, column, ...file }] : []),
);
