/** Entries that any list shows at once. */
export const PAGE_SIZE = 100;

/** The query key by which public lists are asked for a page. */
export const PAGE = 'seite';

const LAST = 1_000_000;

/** The page of a list that an address asks for; anything that is not a whole number from 1 means the first. */
export function askedPage(params: URLSearchParams, parameter = PAGE): number {
  const page = Number(params.get(parameter) ?? 1);
  return Number.isSafeInteger(page) && page >= 1 && page <= LAST ? page : 1;
}
