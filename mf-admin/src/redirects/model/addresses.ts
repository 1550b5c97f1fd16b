import { redirectAddress } from '@ki/shared/contract/redirects.ts';

/** The rule of the database. */
export const isTarget = (target: string): boolean =>
  new TextEncoder().encode(target).length <= 2_000 &&
  !/[\\\p{Cc}]/u.test(target) &&
  (/^https:\/\/[^/\s]\S*$/i.test(target)
    ? URL.canParse(target)
    : /^\/([^/?#%\s]+(\/[^/?#%\s]+)*)?([?#]\S*)?$/.test(target));

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

/** A target as it is stored: on this site without the host, its path like an address. */
export function targetOfTyped(typed: string): string {
  const text = typed.trim();
  const url = URL.parse(text);
  const own = url?.origin === location.origin ? url.pathname + url.search + url.hash : text;
  const [, path = '', rest = ''] = /^(\/[^/?#][^?#]*)(.*)$/s.exec(own) ?? [];
  return path === '' ? own : redirectAddress({ pathname: path }) + rest;
}
