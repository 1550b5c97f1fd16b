import { randomInt } from 'node:crypto';
import type { Platform, PublicRemote } from '@ki/shared/contract/registry.ts';
import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { trustedPart } from '../../registry/provenance/signed-release.ts';
import type { Registry, RegistryRemote, Release, ReleaseFile } from '../../registry/schema.ts';
import type { SiteConfig } from '../../registry/site-config.ts';

/** A release with the addresses that its files have on this platform. */
export interface LiveRemote {
  readonly release: Release;
  /** Address of the folder of these files, with the slash at its end. */
  readonly folder: string;
  readonly address: (file: ReleaseFile) => string;
  /** The release that worked before this one. */
  readonly fallback?: LiveRemote;
  /** With which it is compared while a canary of the remote runs. */
  readonly comparison?: Comparison;
}

/** A canary beside what is live: both are counted. */
interface Comparison {
  /** The canary's beginning, which tells it from any other canary. */
  readonly since: string;
  /** The canary's version. */
  readonly canary: string;
}

/** One release for each remote: what a visitor gets, from the server and in the browser. See docs/decisions/0012. */
export interface Lineup {
  /** The remotes of which it has the canary, `''` for none. The same for all visitors who get the same. */
  readonly canaries: string;
  readonly live: ReadonlyMap<string, LiveRemote>;
  readonly platform: Platform;
}

/** A visitor's share of canaries: a number from 0 to 99 that stays. */
const BUCKETS = 100;
const COOKIE = /(?:^|;\s*)release-bucket=(\d{1,2})(?:;|$)/;
const YEAR_S = 365 * 24 * 60 * 60;

type Remotes = readonly (readonly [name: string, remote: RegistryRemote])[];

/** Where a remote's files are served. */
function storeOf(remote: RegistryRemote, config: SiteConfig): string {
  return remote.origin?.replace(/\/$/, '') ?? `http://127.0.0.1:${config.port + remote.slot}`;
}

export function addressed(remote: RegistryRemote, release: Release, config: SiteConfig): LiveRemote {
  const folder = new URL(`${storeOf(remote, config)}/${release.version}/`).href;
  return { release, folder, address: (file) => folder + file.path };
}

const codeOf = ({ release: { version, entry }, address }: LiveRemote) => ({
  version,
  entry: address(entry),
  integrity: entry.integrity,
});

function publicRemote(remote: LiveRemote): PublicRemote {
  const { manifest, routes, staffOnly } = remote.release;
  const fallback = remote.fallback && { fallback: codeOf(remote.fallback) };
  return { ...codeOf(remote), manifest: remote.address(manifest), routes, staffOnly, ...fallback };
}

/** What browsers and outsiders may know of a lineup. */
function publicPlatform(live: ReadonlyMap<string, LiveRemote>, config: SiteConfig): Platform {
  const remotes = [...live].map(([name, remote]) => [name, publicRemote(remote)] as const);
  return { contract: CONTRACT, supabase: config.supabase, remotes: Object.fromEntries(remotes) };
}

/** The lineup of these releases. */
export const lineupOf = (live: ReadonlyMap<string, LiveRemote>, canaries: string, config: SiteConfig): Lineup => ({
  canaries,
  live,
  platform: publicPlatform(live, config),
});

const comparisonOf = ({ canary }: RegistryRemote) =>
  canary && { comparison: { since: canary.since, canary: canary.release.version } };

/** A visitor's release of a remote, with the one that takes its place when it does not work. */
function released(remote: RegistryRemote, isCanary: boolean, config: SiteConfig): LiveRemote {
  const canary = isCanary ? remote.canary?.release : undefined;
  const before = canary ? remote.live : remote.previous[0];
  const fallback = before && { fallback: addressed(remote, before, config) };
  return { ...addressed(remote, canary ?? remote.live, config), ...fallback, ...comparisonOf(remote) };
}

function lineup(remotes: Remotes, canaries: ReadonlySet<string>, config: SiteConfig): Lineup {
  const live = new Map(remotes.map(([name, remote]) => [name, released(remote, canaries.has(name), config)]));
  return lineupOf(live, [...canaries].join(' '), config);
}

/** A visitor's lineup, and the cookie that lets the visitor keep it, when it is new. */
interface Choice {
  readonly lineup: Lineup;
  readonly cookie?: string;
}

/** Every lineup of a registry, made once: choosing one costs nothing, and while no canary is on there is no cookie. */
export interface Lineups {
  /** Of those who get no canary. */
  readonly usual: Lineup;
  /** `name@version` of what the registry has live, but no trusted key signed: an earlier version is served, or none. */
  readonly refused: readonly string[];
  /** Not everybody gets the same. */
  readonly isSplit: boolean;
  readonly choose: (cookies: string | null) => Choice;
  /** Whether somebody may still have this version of a remote. */
  readonly isKnown: (name: string, version: string) => boolean;
}

/** `name@version` of everything that the registry has, retired remotes included. */
function knownVersions({ remotes, retired }: Registry): ReadonlySet<string> {
  const all = Object.values({ ...retired, ...remotes });
  const releases = all.flatMap(({ live, previous, canary }) => [
    live,
    ...previous,
    ...(canary ? [canary.release] : []),
  ]);
  return new Set(releases.map(({ name, version }) => `${name}@${version}`));
}

/** Throws when keys are trusted and none of them signed anything of the registry. */
export function createLineups(written: Registry, config: SiteConfig): Lineups {
  const { registry, refused } = trustedPart(written, config.trustedKeys ?? []);
  const remotes = Object.entries(registry.remotes);
  const usual = lineup(remotes, new Set(), config);
  const known = knownVersions(registry);
  const isKnown = (name: string, version: string) => known.has(`${name}@${version}`);
  if (!remotes.some(([, { canary }]) => canary)) {
    return { usual, refused, isKnown, isSplit: false, choose: () => ({ lineup: usual }) };
  }

  const made = new Map([[usual.canaries, usual]]);
  const byBucket = Array.from({ length: BUCKETS }, (_, bucket) => {
    const names = remotes.filter(([, { canary }]) => canary && bucket < canary.percent).map(([name]) => name);
    const key = names.join(' ');
    const found = made.get(key) ?? lineup(remotes, new Set(names), config);
    made.set(key, found);
    return found;
  });
  const attributes = `Path=/; Max-Age=${YEAR_S}; SameSite=Lax; HttpOnly${config.siteUrl.startsWith('https:') ? '; Secure' : ''}`;

  return {
    usual,
    refused,
    isKnown,
    isSplit: true,
    choose(cookies) {
      const known = COOKIE.exec(cookies ?? '')?.[1];
      const bucket = known === undefined ? randomInt(BUCKETS) : Number(known);
      const chosen = { lineup: byBucket[bucket] ?? usual };
      return known === undefined ? { ...chosen, cookie: `release-bucket=${bucket}; ${attributes}` } : chosen;
    },
  };
}
