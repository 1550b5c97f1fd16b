import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { expectChanged } from '../../records/data/expect-changed.ts';
import { type EditablePost, editedPublishedAt, type PostValues } from '../model/post-form.ts';
import { toRow } from './post-row.ts';

/** Saves a post over its version `base`, or over any when that is null. Throws `not_found`, and `conflict`, with a constraint for a taken slug. */
export async function updatePost(
  client: StaffClient,
  post: EditablePost,
  values: PostValues,
  base: string | null,
): Promise<void> {
  const row = { ...toRow(values), published_at: editedPublishedAt(values.publishedAt, post.publishedAt) };
  const update = client.from('posts').update(row).eq('id', post.id);
  if (base !== null) update.eq('updated_at', base);
  await expectChanged(unwrap(await update.select('id')), base, client.from('posts').select('id').eq('id', post.id));
}
