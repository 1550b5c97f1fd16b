import { askedPage } from '@ki/shared/contract/list-page.ts';
import type { LibraryQuery } from '../../media/model/picture-record.ts';

export const MISSING_ALT = 'missing';
export const COPIES = 'copies';

export const libraryQueryOf = (params: URLSearchParams): LibraryQuery => ({
  search: params.get('q')?.trim() ?? '',
  isWithoutAlt: params.has(MISSING_ALT),
  isCopies: params.has(COPIES),
  page: askedPage(params, 'page'),
});

export function searchOf({ search, isWithoutAlt, isCopies, page }: LibraryQuery): string {
  const params = new URLSearchParams();
  if (search) params.set('q', search);
  if (isWithoutAlt) params.set(MISSING_ALT, '1');
  if (isCopies) params.set(COPIES, '1');
  if (page > 1) params.set('page', String(page));
  return `?${params}`;
}
