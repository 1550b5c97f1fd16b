const LOOPBACK = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;

/** The origin of an address when remotes may be run from there: on loopback, or listed. Else `null`. */
export function allowedOrigin(address: string, listed: readonly string[]): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.pathname !== '/' || url.search || url.hash) {
    return null;
  }
  return LOOPBACK.test(url.origin) || listed.includes(url.origin) ? url.origin : null;
}
