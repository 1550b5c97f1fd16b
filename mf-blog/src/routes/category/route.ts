import { askedPage, PAGE } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { HeadContext, RouteHandle } from '@ki/shared/contract/remote-module.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import { resultSentAsHtml } from '@ki/shared/contract/server-html.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { type CategoryPage, readCategory } from '../../data/read-category.ts';
import { categoryFeeds, siteFeeds } from '../../model/feed-links.ts';
import { pageAddress, pageSuffix } from '../../model/page-address.ts';
import { breadcrumbs } from '../../model/post-json-ld.ts';

export function loader({ request, params: { slug = '' } }: LoaderFunctionArgs) {
  const page = askedPage(new URL(request.url).searchParams);
  return {
    slug,
    page,
    category: settle(reader().then((open) => readCategory(open, slug, page))).then(resultSentAsHtml),
  };
}

export type CategoryData = ReturnType<typeof loader>;

function head({ data, url }: HeadContext) {
  const { slug, page, category } = data as { slug: string; page: number; category: Result<CategoryPage> };
  if (!category.ok)
    return { title: category.code === 'not_found' ? 'Kategorie nicht gefunden' : 'Kategorie', noindex: true };
  const { name } = category.data;
  return {
    title: `${name}${pageSuffix(page)}`,
    description: `Alle Beiträge zum Thema ${name}: KI in der Erwachsenenbildung${pageSuffix(page)}.`,
    canonical: pageAddress(paths.category({ slug }), page),
    feeds: [...categoryFeeds(name, slug), ...siteFeeds],
    jsonLd: [breadcrumbs([{ name, path: paths.category({ slug }) }], url.origin)],
  };
}

const handle: RouteHandle = { query: [PAGE], head };

export const categoryRoute: RouteObject = {
  id: 'blog-category',
  path: paths.category.pattern,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "blog-category" */ './page.tsx'),
};
