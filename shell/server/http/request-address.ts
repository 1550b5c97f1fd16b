/** A site's address by its path: one slash, then something that no client reads as a host, written plainly or encoded. */
const PATH_OF_THIS_SITE = /^\/(?!\/|%2f|%5c)/i;

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * The address that a request asks for, on the site's own origin whatever the request says of hosts; `null` when its
 * target is no path of this site, or its escapes stand for no text. Paths are looked at once more when dots have been taken out: `/.//host` is `//host`.
 */
export function requestAddress(target: string, origin: string): URL | null {
  if (!PATH_OF_THIS_SITE.test(target) || target.includes('\\')) return null;
  const url = URL.parse(origin + target);
  if (!url || url.origin !== origin || !PATH_OF_THIS_SITE.test(url.pathname)) return null;
  if (!isDecodable(url.pathname)) return null;
  if (url.hash !== '') url.hash = '';
  return url;
}

/** Path and query of the address without the slashes that its path ends with; `null` when there are none to leave out. */
export function withoutTrailingSlash({ pathname, search }: URL): string | null {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === '/') end -= 1;
  return end === pathname.length ? null : pathname.slice(0, end) + search;
}
