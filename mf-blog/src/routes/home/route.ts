import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { PAGE } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { HeadContext } from '@ki/shared/contract/remote-module.ts';
import { siteFeeds } from '../../model/feed-links.ts';
import { SITE, titleOfPage } from '../../model/home-title.ts';
import { pageAddress, pageSuffix } from '../../model/page-address.ts';
import { type HomeData, loader } from './loader.ts';

const DESCRIPTION =
  'Künstliche Intelligenz in der Erwachsenenbildung: Beiträge, Workshops und Online-Kurse für alle, die andere unterrichten.';

function head({ data: { page, home }, url }: HeadContext<HomeData>) {
  return {
    title: titleOfPage(page),
    description: page === 1 ? DESCRIPTION : `Ältere Beiträge über KI in der Erwachsenenbildung${pageSuffix(page)}.`,
    ...(home.ok ? { canonical: pageAddress(paths.home, page) } : { noindex: true }),
    feeds: siteFeeds,
    jsonLd: [{ '@context': 'https://schema.org', '@type': 'WebSite', name: SITE, url: url.origin, inLanguage: 'de' }],
  };
}

export const homeRoute = defineRoute({
  id: 'blog-home',
  path: paths.home,
  overlayHeader: true,
  query: [PAGE],
  loader,
  head,
  lazy: () => import(/* webpackChunkName: "blog-home" */ './page.tsx'),
});
