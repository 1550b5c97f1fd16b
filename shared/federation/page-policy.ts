/** Without a scheme: a page by https takes frames by https only. */
const FRAMES = ['www.youtube-nocookie.com', 'player.vimeo.com'];

/** The directives of the content security policy that are the same for each page. */
export const PAGE_POLICY: readonly string[] = [
  "img-src 'self' data:",
  // Videos by https, captions from this site, which a local one serves by http.
  "media-src 'self' https:",
  `frame-src ${FRAMES.join(' ')}`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** The hash of an empty style element, which styled-components fills in the browser. */
export const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
