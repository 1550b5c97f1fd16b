import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { PAGE } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { HeadContext } from '@ki/shared/contract/remote-module.ts';
import { categoryFeeds, siteFeeds } from '../../model/feed-links.ts';
import { pageAddress, pageSuffix } from '../../model/page-address.ts';
import { breadcrumbs } from '../../model/post-json-ld.ts';
import { type CategoryData, loader } from './loader.ts';

function head({ data: { slug, page, category }, url }: HeadContext<CategoryData>) {
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

export const categoryRoute = defineRoute({
  id: 'blog-category',
  path: paths.category.pattern,
  query: [PAGE],
  loader,
  head,
  lazy: () => import(/* webpackChunkName: "blog-category" */ './page.tsx'),
});
