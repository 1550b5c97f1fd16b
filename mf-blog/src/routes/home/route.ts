import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { askedPage, queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { type HeadContext, turnAt } from '@ki/shared/contract/remote-module.ts';
import { site } from '@ki/shared/contract/site.ts';
import { asHtml, reads } from '@ki/shared/data/reads.ts';
import { pickAd } from '../../data/ads.ts';
import { listPosts } from '../../data/posts.ts';
import { HOME_PREVIEW, pageAddress, pageSuffix, siteFeeds } from '../../model/addresses.ts';
import { homeNodes } from '../../model/metadata.ts';

export const titleOfPage = (page: number) => (page === 1 ? site().name : `Beiträge${pageSuffix(page)}`);

const loader = reads(({ url }) => {
  const page = askedPage(url.searchParams);
  return {
    page,
    home: asHtml((reader) => listPosts(reader, page)),
    ad: asHtml((reader) => pickAd(reader, turnAt(Date.now()))),
  };
});

export type HomeData = ReturnType<typeof loader>;

function head({ data: { page, home }, url }: HeadContext<HomeData>) {
  return {
    title: titleOfPage(page),
    description: page === 1 ? site().details?.description : `Ältere Beiträge${pageSuffix(page)}.`,
    ...(home.ok ? { canonical: pageAddress(paths.home, page) } : { noindex: true }),
    feeds: siteFeeds(),
    ...(typeof document === 'undefined' && {
      image: HOME_PREVIEW,
      jsonLd: homeNodes(url.origin),
    }),
  };
}

export const homeRoute = defineRoute({
  id: 'blog-home',
  path: paths.home,
  overlayHeader: true,
  query: [queryKeys.page],
  loader,
  head,
});
