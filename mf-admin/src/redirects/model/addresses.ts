/** The rules of the database: a decoded path without a slash at its end, with a query or without. */
export const isAddress = (address: string): boolean =>
  address !== '/' &&
  address.length <= 1_000 &&
  /^\/([^/?#%\\\s\p{Cc}]+(\/[^/?#%\\\s\p{Cc}]+)*)?(\?[^#\\\s\p{Cc}]+)?$/u.test(address);

export const isTarget = (target: string): boolean =>
  target.length <= 2_000 &&
  !/[\\\p{Cc}]/u.test(target) &&
  (/^https:\/\/[^/\s]\S*$/i.test(target) || /^\/([^/\s]\S*)?$/.test(target));

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A former address as it is stored, from one that was typed or copied from a browser. */
export function addressOfTyped(typed: string): string {
  const path = typed
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/#.*$/s, '');
  const [pathname = '', ...query] = path.split('?');
  const slashed = pathname.startsWith('/') ? pathname : `/${pathname}`;
  const bare = decoded(slashed)
    .normalize('NFC')
    .replace(/(.)\/+$/, '$1');
  return query.length > 0 ? `${bare}?${query.join('?')}` : bare;
}

/** A target as it is stored: on this site without the host. */
export function targetOfTyped(typed: string): string {
  const text = typed.trim();
  const url = URL.parse(text);
  if (url?.origin !== location.origin) return text;
  return decoded(url.pathname).normalize('NFC') + url.search + url.hash;
}
