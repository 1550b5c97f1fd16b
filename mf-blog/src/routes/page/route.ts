import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { HeadContext } from '@ki/shared/contract/remote-module.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { pictureAddress } from '@ki/shared/metadata/share-picture.ts';
import { readPage } from '../../data/pages.ts';
import { PAGE_PREVIEW } from '../../model/addresses.ts';
import { pageNodes, pagePicture } from '../../model/metadata.ts';

const loader = reads(({ params: { slug = '' }, preview }) => ({
  slug,
  page: (reader) => readPage(reader, slug, preview),
}));

export type PageData = ReturnType<typeof loader>;

function head({ data: { slug, page }, url }: HeadContext<PageData>) {
  if (!page.ok) return { title: page.code === 'not_found' ? 'Seite nicht gefunden' : 'Seite', noindex: true };
  const { title, description } = page.data;
  const common = { title, description, canonical: paths.page({ slug }) };
  if ('isPlaceholder' in page.data) return { ...common, noindex: true };
  return {
    ...common,
    ...(typeof document === 'undefined' && {
      image: pictureAddress(PAGE_PREVIEW({ slug }), pagePicture(page.data)),
      jsonLd: pageNodes(page.data, url.origin),
    }),
  };
}

export const pageRoute = defineRoute({ id: 'blog-page', path: paths.page.pattern, loader, head });
