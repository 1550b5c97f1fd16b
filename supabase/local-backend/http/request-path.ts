import { Refusal } from './refusal.ts';

/**
 * The path as the services read it. They decode it before they choose what to do, so that a check of the path as it
 * was sent could be passed by writing a letter as `%74`.
 */
export function requestPath({ url }: Request): string {
  const { pathname } = new URL(url);
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

/**
 * Refuses an address that services cannot decode, and a NUL, which no name or text of the database can hold: as part
 * of a column's name it breaks PostgreSQL's messages.
 */
export function requireReadableAddress({ url }: Request): void {
  const { pathname, search } = new URL(url);
  if (`${pathname}${search}`.includes('%00')) throw new Refusal(400, '22021', 'An address with %00 cannot be served');
  try {
    decodeURIComponent(pathname);
  } catch {
    throw new Refusal(400, 'malformed_path', 'The path has a % that no code follows');
  }
}
