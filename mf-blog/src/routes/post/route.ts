import { paths } from '@ki/shared/contract/paths.ts';
import type { HeadContext, RouteHandle } from '@ki/shared/contract/remote-module.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import { resultSentAsHtml } from '@ki/shared/contract/server-html.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { listRelatedPosts } from '../../data/list-related-posts.ts';
import { pickAd } from '../../data/pick-ad.ts';
import { readPost } from '../../data/read-post.ts';
import { categoryFeeds, siteFeeds } from '../../model/feed-links.ts';
import type { Post } from '../../model/post.ts';
import { postJsonLd } from '../../model/post-json-ld.ts';
import { previewPath } from '../../model/preview-path.ts';

export function loader({ params: { slug = '' } }: LoaderFunctionArgs) {
  const client = reader();
  return {
    slug,
    post: settle(client.then((open) => readPost(open, slug))),
    related: settle(client.then((open) => listRelatedPosts(open, slug))).then(resultSentAsHtml),
    ad: settle(client.then(pickAd)),
  };
}

export type PostData = ReturnType<typeof loader>;

function head({ data, url }: HeadContext) {
  const { post } = data as { post: Result<Post> };
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

const handle: RouteHandle = { head };

export const postRoute: RouteObject = {
  id: 'blog-post',
  path: paths.post.pattern,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "blog-post" */ './page.tsx'),
};
