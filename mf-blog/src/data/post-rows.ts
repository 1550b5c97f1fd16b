import type { Database } from '@ki/shared/data/database.types.ts';
import { dayKey } from '@ki/shared/format/dates.ts';
import type { Category, PostSummary } from '../model/post.ts';

/** Columns of a post in a list. */
export const SUMMARY = 'id, title, slug, excerpt, author, comment_count, published_at, category:categories(name, slug)';

type Row = Pick<
  Database['public']['Tables']['posts']['Row'],
  'id' | 'title' | 'slug' | 'excerpt' | 'author' | 'comment_count' | 'published_at'
> & { category: Category | null };

export const toSummary = (row: Row): PostSummary => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  excerpt: row.excerpt,
  author: row.author,
  commentCount: row.comment_count,
  publishedAt: row.published_at ?? '',
  publishedOn: dayKey(row.published_at ?? ''),
  category: row.category,
});
