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
