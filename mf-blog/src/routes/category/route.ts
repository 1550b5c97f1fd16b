import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { askedPage, queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { HeadContext } from '@ki/shared/contract/remote-module.ts';
import { asHtml, reads } from '@ki/shared/data/reads.ts';
import { readCategory } from '../../data/categories.ts';
import { categoryFeeds, pageAddress, pageSuffix, siteFeeds } from '../../model/addresses.ts';
import { breadcrumbs } from '../../model/post-json-ld.ts';

const loader = reads(({ url, params: { slug = '' } }) => {
  const page = askedPage(url.searchParams);
  return { slug, page, category: asHtml((reader) => readCategory(reader, slug, page)) };
});

export type CategoryData = ReturnType<typeof loader>;

function head({ data: { slug, page, category }, url }: HeadContext<CategoryData>) {
  if (!category.ok)
    return { title: category.code === 'not_found' ? 'Kategorie nicht gefunden' : 'Kategorie', noindex: true };
  const { name } = category.data;
  return {
    title: `${name}${pageSuffix(page)}`,
    description: `Alle Beiträge zum Thema ${name}: KI in der Erwachsenenbildung${pageSuffix(page)}.`,
    canonical: pageAddress(paths.category({ slug }), page),
    feeds: [...categoryFeeds(name, slug), ...siteFeeds()],
    jsonLd: [breadcrumbs([{ name, path: paths.category({ slug }) }], url.origin)],
  };
}

export const categoryRoute = defineRoute({
  id: 'blog-category',
  path: paths.category.pattern,
  query: [queryKeys.page],
  loader,
  head,
});
