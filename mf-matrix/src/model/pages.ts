import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';

export interface Page<T> {
  readonly entries: readonly T[];
  /** Positions of the first and last entry in the whole list, from 1. */
  readonly first: number;
  readonly last: number;
  readonly number: number;
  readonly count: number;
}

/** One page of a list; a page that is not there is the last one. */
export function pageOf<T>(list: readonly T[], asked: number): Page<T> {
  const count = Math.max(1, Math.ceil(list.length / PAGE_SIZE));
  const number = Math.min(asked, count);
  const start = (number - 1) * PAGE_SIZE;
  const entries = list.slice(start, start + PAGE_SIZE);
  return { entries, first: start + 1, last: start + entries.length, number, count };
}
