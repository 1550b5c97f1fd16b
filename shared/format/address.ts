/**
 * Whether an address that staff stored may become a link: of http or https, or relative to this site. A relative one
 * has no `//` in its path: browsers take `//host` for another site, and what a path with empty parts leads to is
 * nothing here. Backslashes and control characters are refused anywhere, because browsers read `/\host` and a `//host`
 * with a tab in it as `//host`. The database holds the same rule for `ads.cta_url`.
 */
export function isLinkAddress(address: string): boolean {
  if (/[\\\p{Cc}]/u.test(address)) return false;
  if (/^https?:\/\/\S+$/i.test(address)) return URL.canParse(address);
  return /^(?!$)[^:/?#\s]*(?:[/?#]\S*)?$/.test(address) && !/^[^?#]*\/\//.test(address);
}
