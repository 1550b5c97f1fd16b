import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { askedPage, queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { HeadContext } from '@ki/shared/contract/remote-module.ts';
import { asHtml, reads } from '@ki/shared/data/reads.ts';
import { pictureAddress } from '@ki/shared/metadata/share-picture.ts';
import { readCategory } from '../../data/posts.ts';
import { CATEGORY_PREVIEW, categoryFeeds, pageAddress, pageSuffix, siteFeeds } from '../../model/addresses.ts';
import { categoryNodes, categoryPicture } from '../../model/metadata.ts';

const loader = reads(({ url, params: { slug = '' } }) => {
  const page = askedPage(url.searchParams);
  return { slug, page, category: asHtml((reader) => readCategory(reader, slug, page)) };
});

export type CategoryData = ReturnType<typeof loader>;

function head({ data: { slug, page, category }, url }: HeadContext<CategoryData>) {
  if (!category.ok)
    return { title: category.code === 'not_found' ? 'Kategorie nicht gefunden' : 'Kategorie', noindex: true };
  const { name } = category.data;
  const description = `Alle Beiträge zum Thema ${name}${pageSuffix(page)}.`;
  return {
    title: `${name}${pageSuffix(page)}`,
    description,
    canonical: pageAddress(paths.category({ slug }), page),
    feeds: [...categoryFeeds(name, slug), ...siteFeeds()],
    ...(typeof document === 'undefined' && {
      image: pictureAddress(CATEGORY_PREVIEW({ slug }), categoryPicture({ name })),
      jsonLd: categoryNodes({ name, slug }, url.origin),
    }),
  };
}

export const categoryRoute = defineRoute({
  id: 'blog-category',
  path: paths.category.pattern,
  query: [queryKeys.page],
  loader,
  head,
});
