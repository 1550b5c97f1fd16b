import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { toLocalInput } from '@ki/shared/format/local-date-time.ts';
import type { EditablePost } from '../model/post-form.ts';

const COLUMNS = 'id, title, slug, content, excerpt, category_id, published_at, updated_at';

/** A post to be edited, whatever its state. Throws `not_found`. */
export async function readPost(client: StaffClient, id: string): Promise<EditablePost> {
  const row = unwrap(await client.from('posts').select(COLUMNS).eq('id', id).maybeSingle());
  return {
    id: row.id,
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
    values: {
      title: row.title,
      slug: row.slug,
      content: row.content,
      excerpt: row.excerpt ?? '',
      categoryId: row.category_id ?? '',
      publishedAt: toLocalInput(row.published_at),
    },
  };
}
