import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';

export interface ListPage<T> {
  readonly page: number;
  readonly entries: readonly T[];
  readonly total: number;
}

export const pageCount = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE));

/** '12 workshops found', and which of them are shown when that is not all. */
export function foundText({ page, entries, total }: ListPage<unknown>, one: string, many: string): string {
  const found = `${total} ${total === 1 ? one : many} found`;
  if (entries.length === total || entries.length === 0) return found;
  const first = (page - 1) * PAGE_SIZE + 1;
  return `${found}, showing ${first} to ${first + entries.length - 1}`;
}
