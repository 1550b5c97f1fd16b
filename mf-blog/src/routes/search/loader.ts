import type { Result } from '@ki/shared/contract/result.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { searchSite } from '../../data/search-site.ts';
import type { Hit } from '../../model/hit.ts';

export const QUESTION = 'q';
const NOTHING_ASKED: Result<readonly Hit[]> = { ok: true, data: [] };

export function loader({ request }: LoaderFunctionArgs) {
  const query = (new URL(request.url).searchParams.get(QUESTION) ?? '').trim();
  return {
    query,
    hits: query === '' ? NOTHING_ASKED : settle(reader().then((open) => searchSite(open, query))),
  };
}

export type SearchData = ReturnType<typeof loader>;
