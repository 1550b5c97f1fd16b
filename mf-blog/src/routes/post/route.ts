import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { type HeadContext, turnAt } from '@ki/shared/contract/remote-module.ts';
import { asHtml, reads } from '@ki/shared/data/reads.ts';
import { pickAd } from '../../data/ads.ts';
import { listRelatedPosts, readPost } from '../../data/posts.ts';
import { categoryFeeds, previewPath, siteFeeds } from '../../model/addresses.ts';
import { postNodes } from '../../model/metadata.ts';

const loader = reads(({ params: { slug = '' }, preview }) => ({
  slug,
  post: (reader) => readPost(reader, slug, preview),
  related: asHtml((reader) => listRelatedPosts(reader, slug)),
  ad: (reader) => pickAd(reader, turnAt(Date.now())),
}));

export type PostData = ReturnType<typeof loader>;

function head({ data: { post }, url }: HeadContext<PostData>) {
  if (!post.ok) return { title: 'Post not found', noindex: true };
  const { title, description, category } = post.data;
  return {
    title,
    description,
    type: 'article' as const,
    image: previewPath(post.data),
    feeds: category ? [...siteFeeds(), ...categoryFeeds(category.name, category.slug)] : siteFeeds(),
    ...(typeof document === 'undefined' && { jsonLd: postNodes(post.data, url.origin) }),
  };
}

export const postRoute = defineRoute({ id: 'blog-post', path: paths.post.pattern, loader, head });
