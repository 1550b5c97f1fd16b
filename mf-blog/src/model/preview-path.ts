import { address } from '@ki/shared/contract/address.ts';
import type { Post } from './post.ts';

export const PREVIEW = address('/post/:slug/vorschau.png');

/** Address of the preview image; it changes with the post, so that nobody keeps showing an old one. */
export const previewPath = ({ slug, updatedAt }: Pick<Post, 'slug' | 'updatedAt'>) =>
  `${PREVIEW({ slug })}?v=${Date.parse(updatedAt).toString(36)}`;
