function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A path as the address of a redirect: decoded, with composed letters (NFC), without the slash at its end. */
export const redirectAddress = ({ pathname }: Pick<URL, 'pathname'>): string =>
  decoded(pathname)
    .normalize('NFC')
    .replace(/(.)\/+$/, '$1');

/** The rule of the database: a path, which may have a query, such as `/?p=12`. */
export const isRedirectAddress = (address: string): boolean =>
  address !== '/' &&
  new TextEncoder().encode(address).length <= 1_000 &&
  /^\/([^/?#%\\\s\p{Cc}]+(\/[^/?#%\\\s\p{Cc}]+)*)?(\?[^#\\\s\p{Cc}]+)?$/u.test(address);
