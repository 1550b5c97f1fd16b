import { resultSentAsHtml } from '@ki/shared/contract/server-html.ts';
import { turnAt } from '@ki/shared/contract/turn.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { listRelatedPosts } from '../../data/list-related-posts.ts';
import { pickAd } from '../../data/pick-ad.ts';
import { readPost } from '../../data/read-post.ts';

export function loader({ params: { slug = '' } }: LoaderFunctionArgs) {
  const client = reader();
  return {
    slug,
    post: settle(client.then((open) => readPost(open, slug))),
    related: settle(client.then((open) => listRelatedPosts(open, slug))).then(resultSentAsHtml),
    ad: settle(client.then((open) => pickAd(open, turnAt(Date.now())))),
  };
}

export type PostData = ReturnType<typeof loader>;
