import type { PostValues } from '../model/post-form.ts';

/** The columns that the form fills, but the date. */
export const toRow = ({ title, slug, content, excerpt, categoryId }: PostValues) => ({
  title,
  slug,
  content,
  excerpt: excerpt === '' ? null : excerpt,
  category_id: categoryId === '' ? null : categoryId,
});
