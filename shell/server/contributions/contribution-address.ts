import type { Lineup } from '../lineup/lineup.ts';
import { matched } from '../pages/keep/page-address.ts';
import { SITEMAP } from './sitemap-address.ts';

export const ROBOTS = '/robots.txt';

type Live = Lineup['live'];

const openReleases = (live: Live) => [...live.values()].map(({ release }) => release).filter((one) => !one.staffOnly);

/** The address of a feed or an image that a release declares, as the release writes it; `null` when none does. */
export const declaredPath = (pathname: string, live: Live): string | null =>
  matched(
    openReleases(live).flatMap(({ resources = [] }) => resources),
    pathname,
  )?.pathname ?? null;

/**
 * The path that a contribution is made and kept under, the same for all its spellings. `null`: no remote answers there,
 * which only releases from before declarations have to be asked about.
 */
export function contributionPath(pathname: string, live: Live): string | null {
  if (pathname === ROBOTS || SITEMAP.test(pathname)) return pathname;
  const isAllDeclared = openReleases(live).every(({ resources }) => resources);
  return declaredPath(pathname, live) ?? (isAllDeclared ? null : pathname);
}
