import { askedPage, PAGE } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import { resultSentAsHtml } from '@ki/shared/contract/server-html.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { listPosts, type PostPage } from '../../data/list-posts.ts';
import { pickAd } from '../../data/pick-ad.ts';
import { siteFeeds } from '../../model/feed-links.ts';
import { pageAddress, pageSuffix } from '../../model/page-address.ts';

const SITE = 'KI-Lernplattform';
const DESCRIPTION =
  'Künstliche Intelligenz in der Erwachsenenbildung: Beiträge, Workshops und Online-Kurse für alle, die andere unterrichten.';

export const titleOfPage = (page: number) => (page === 1 ? SITE : `Beiträge${pageSuffix(page)}`);

export function loader({ request }: LoaderFunctionArgs) {
  const page = askedPage(new URL(request.url).searchParams);
  const client = reader();
  return {
    page,
    home: settle(client.then((open) => listPosts(open, page))).then(resultSentAsHtml),
    ad: settle(client.then(pickAd)).then(resultSentAsHtml),
  };
}

export type HomeData = ReturnType<typeof loader>;

function head({ data, url }: Parameters<NonNullable<RouteHandle['head']>>[0]) {
  const { page, home } = data as { page: number; home: Result<PostPage> };
  return {
    title: titleOfPage(page),
    description: page === 1 ? DESCRIPTION : `Ältere Beiträge über KI in der Erwachsenenbildung${pageSuffix(page)}.`,
    ...(home.ok ? { canonical: pageAddress(paths.home, page) } : { noindex: true }),
    feeds: siteFeeds,
    jsonLd: [{ '@context': 'https://schema.org', '@type': 'WebSite', name: SITE, url: url.origin, inLanguage: 'de' }],
  };
}

const handle: RouteHandle = { overlayHeader: true, query: [PAGE], head };

export const homeRoute: RouteObject = {
  id: 'blog-home',
  path: paths.home,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "blog-home" */ './page.tsx'),
};
