import { defineRoute } from '@ki/shared/contract/define-route.ts';
import type { HeadContext } from '@ki/shared/contract/remote-module.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { readPage } from '../../data/pages.ts';
import { pagePath } from '../../model/page.ts';

const loader = reads(({ params: { slug = '' } }) => ({ slug, page: (reader) => readPage(reader, slug) }));

export type PageData = ReturnType<typeof loader>;

function head({ data: { slug, page } }: HeadContext<PageData>) {
  if (!page.ok) return { title: page.code === 'not_found' ? 'Seite nicht gefunden' : 'Seite', noindex: true };
  const { title, description } = page.data;
  const common = { title, description, canonical: pagePath({ slug }) };
  if ('isPlaceholder' in page.data) return { ...common, noindex: true };
  // The structured data of a page, WebPage and BreadcrumbList, belongs here as `jsonLd`.
  return common;
}

export const pageRoute = defineRoute({ id: 'blog-page', path: pagePath.pattern, loader, head });
