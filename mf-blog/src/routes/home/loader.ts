import { askedPage } from '@ki/shared/contract/list-page.ts';
import { resultSentAsHtml } from '@ki/shared/contract/server-html.ts';
import { turnAt } from '@ki/shared/contract/turn.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { listPosts } from '../../data/list-posts.ts';
import { pickAd } from '../../data/pick-ad.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const page = askedPage(new URL(request.url).searchParams);
  const client = reader();
  return {
    page,
    home: settle(client.then((open) => listPosts(open, page))).then(resultSentAsHtml),
    ad: settle(client.then((open) => pickAd(open, turnAt(Date.now())))).then(resultSentAsHtml),
  };
}

export type HomeData = ReturnType<typeof loader>;
