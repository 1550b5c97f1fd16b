import type { Platform } from '@ki/shared/contract/registry.ts';
import type { Release } from '../../registry/schema.ts';
import { bestMatch, ownerOf } from '../../src/remotes/owner.ts';

export const SITE = 'http://site.invalid';
export const SITEMAP = '/sitemap.xml';
export const LLMS = '/llms.txt';

interface Of {
  readonly release: Release;
  readonly platform: Platform;
}

/** Pages of a list, and searches for a word. */
const VALUES = ['2', 'ki'];
const EXAMPLE = 'x';

const matched = (patterns: readonly string[], pathname: string) =>
  bestMatch(
    patterns.map((path) => ({ path })),
    pathname,
  )?.entry.path;

export const resourceAt = ({ resources = [] }: Release, pathname: string) => matched(resources, pathname);

/** The pattern of the release that serves an address; `undefined` for one of another remote or of another site. */
export function patternAt({ release, platform }: Of, address: string): string | undefined {
  const url = URL.parse(address, SITE);
  if (url?.origin !== SITE) return undefined;
  const resource = resourceAt(release, url.pathname);
  if (resource) return resource;
  return ownerOf(platform.remotes, url.pathname) === release.name ? matched(release.routes, url.pathname) : undefined;
}

/**
 * Where rendering begins: each pattern, with an example for its parameters, and each query key that its pages read. Pages for
 * staff are not rendered on the server.
 */
export function firstAddresses({ release }: Of): readonly string[] {
  const pages = release.staffOnly ? [] : release.routes;
  const addresses = [...pages, ...(release.resources ?? [])].map((pattern) => pattern.replace(/:\w+|\*/g, EXAMPLE));
  const queries = pages
    .filter((pattern) => !/[:*]/.test(pattern))
    .flatMap((pattern) =>
      (release.query?.[pattern] ?? []).flatMap((key) => VALUES.map((value) => `${pattern}?${key}=${value}`)),
    );
  return [SITEMAP, LLMS, ...addresses, ...queries];
}

const LINK = /\b(?:href|src|content)="(\/[^"]*|http:\/\/site\.invalid[^"]*)"/g;
/** The text of a page, which is rendered with the page. */
const TEXT = /\.md$/;

/** The paths of links in HTML, with their queries. */
export const linksIn = (html: string): readonly string[] =>
  Array.from(html.matchAll(LINK), ([, link = '']) => URL.parse(link.replaceAll('&amp;', '&'), SITE)).flatMap((url) =>
    url?.origin === SITE && !TEXT.test(url.pathname) ? [`${url.pathname}${url.search}`] : [],
  );
