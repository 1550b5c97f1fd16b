import { paths } from '@ki/shared/contract/paths.ts';
import type { Post } from './post.ts';

/** Address of the preview image; it changes with the post, so that nobody keeps showing an old one. */
export const previewPath = ({ slug, updatedAt }: Pick<Post, 'slug' | 'updatedAt'>) =>
  `${paths.post(slug)}/vorschau.png?v=${Date.parse(updatedAt).toString(36)}`;
