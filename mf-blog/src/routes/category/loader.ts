import { askedPage } from '@ki/shared/contract/list-page.ts';
import { resultSentAsHtml } from '@ki/shared/contract/server-html.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { readCategory } from '../../data/read-category.ts';

export function loader({ request, params: { slug = '' } }: LoaderFunctionArgs) {
  const page = askedPage(new URL(request.url).searchParams);
  return {
    slug,
    page,
    category: settle(reader().then((open) => readCategory(open, slug, page))).then(resultSentAsHtml),
  };
}

export type CategoryData = ReturnType<typeof loader>;
