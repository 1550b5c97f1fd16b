import { redirectAddress } from '@ki/shared/contract/redirects.ts';

/** The rule of the database. */
export const isTarget = (target: string): boolean =>
  target.length <= 2_000 &&
  !/[\\\p{Cc}]/u.test(target) &&
  (/^https:\/\/[^/\s]\S*$/i.test(target) || /^\/([^/\s]\S*)?$/.test(target));

/** A former address as it is stored, from one that was typed or copied from a browser. */
export function addressOfTyped(typed: string): string {
  const [pathname = '', ...query] = typed
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/#.*$/s, '')
    .split('?');
  const path = redirectAddress({ pathname: pathname.startsWith('/') ? pathname : `/${pathname}` });
  return [path, ...query].join('?');
}

/** A target as it is stored: on this site without the host. */
export function targetOfTyped(typed: string): string {
  const url = URL.parse(typed.trim());
  if (url?.origin !== location.origin) return typed.trim();
  return url.pathname === '/' ? `/${url.search}${url.hash}` : redirectAddress(url) + url.search + url.hash;
}
