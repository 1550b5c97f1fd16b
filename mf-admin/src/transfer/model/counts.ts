import { listCounts } from '../../files/model/file-rows.ts';

/** '3 pictures' */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Each name once, with how often: 'gallery (2), form' */
export function listNames(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return listCounts(counts);
}
