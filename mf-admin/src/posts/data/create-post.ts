import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { newPublishedAt, type PostValues } from '../model/post-form.ts';
import { toRow } from './post-row.ts';

/** Stores a new post. Throws `conflict` with a constraint when the slug is taken. */
export async function createPost(client: StaffClient, values: PostValues, author: string): Promise<void> {
  const row = { ...toRow(values), author, published_at: newPublishedAt(values.publishedAt, new Date()) };
  unwrap(await client.from('posts').insert(row).select('id').single());
}
