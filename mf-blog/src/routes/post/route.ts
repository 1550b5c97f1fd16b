import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { HeadContext } from '@ki/shared/contract/remote-module.ts';
import { categoryFeeds, siteFeeds } from '../../model/feed-links.ts';
import { postJsonLd } from '../../model/post-json-ld.ts';
import { previewPath } from '../../model/preview-path.ts';
import { loader, type PostData } from './loader.ts';

function head({ data: { post }, url }: HeadContext<PostData>) {
  if (!post.ok) return { title: 'Post not found', noindex: true };
  const { title, description, category } = post.data;
  return {
    title,
    description,
    type: 'article' as const,
    image: previewPath(post.data),
    feeds: category ? [...siteFeeds, ...categoryFeeds(category.name, category.slug)] : siteFeeds,
    jsonLd: postJsonLd(post.data, url.origin),
  };
}

export const postRoute = defineRoute({
  id: 'blog-post',
  path: paths.post.pattern,
  loader,
  head,
  lazy: () => import(/* webpackChunkName: "blog-post" */ './page.tsx'),
});
