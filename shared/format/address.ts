/**
 * Whether a stored address may be linked: http(s), or relative to this site. A relative path has no `//`, and no
 * address has backslashes or control characters, as browsers read `//host` and `/\host` as another site. The database
 * has the same rule for `ads.cta_url`.
 */
export function isLinkAddress(address: string): boolean {
  if (/[\\\p{Cc}]/u.test(address)) return false;
  if (/^https?:\/\/\S+$/i.test(address)) return URL.canParse(address);
  return /^(?!$)[^:/?#\s]*(?:[/?#]\S*)?$/.test(address) && !/^[^?#]*\/\//.test(address);
}
