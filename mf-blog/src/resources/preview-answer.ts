import type { ResourceContext } from '@ki/shared/contract/remote-module.ts';
import { readPost } from '../data/read-post.ts';
import { previewSvg } from './preview-svg.ts';

/** The preview image of a post, as a drawing that the shell paints. Throws `not_found`. */
export async function previewAnswer({ reader, params }: ResourceContext): Promise<Response> {
  const post = await readPost(reader, params.slug ?? '');
  return new Response(previewSvg(post), {
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' },
  });
}
