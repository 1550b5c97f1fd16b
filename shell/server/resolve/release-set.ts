import { createHmac, randomBytes, randomInt } from 'node:crypto';
import type { Code, Platform, PublicRemote } from '@ki/shared/contract/registry.ts';
import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { PROTOCOL } from '@ki/shared/federation/container.ts';
import { type GenerationNeed, generationNeeds } from '../../registry/generation-needs.ts';
import type { SiteConfig } from '../../registry/registry.ts';
import { type Registry, type RegistryRemote, type Release, releasesOf } from '../../registry/schema.ts';
import { memo, memoize } from '../http/send.ts';
import type { LiveRemote, ReleaseSet } from '../types.ts';

const BUCKETS = 100;
const COOKIE = /(?:^|;\s*)release-bucket=([^;]*)/;
/** For a registry without a key, as earlier versions kept it: such cookies end with the process. */
const OWN_KEY = randomBytes(32).toString('hex');

/** The values of the cookie: the bucket and its signature, so that no visitor names a bucket that was not assigned. */
export const bucketCookies = (key: string): readonly string[] =>
  Array.from({ length: BUCKETS }, (_, bucket) => {
    const signature = createHmac('sha256', key).update(`release-bucket ${bucket}`).digest('base64url');
    return `${bucket}.${signature}`;
  });

/** Assigns visitors to buckets. All signatures are made once, so that a request costs a look-up. */
function createBuckets(key: string | undefined, isSecure: boolean) {
  const values = bucketCookies(key ?? OWN_KEY);
  const known = new Map(values.map((value, bucket) => [value, bucket]));
  const attributes = `Path=/; SameSite=Lax; HttpOnly${isSecure ? '; Secure' : ''}`;
  return (cookies: string | null): { readonly bucket: number; readonly cookie?: string } => {
    const found = known.get(COOKIE.exec(cookies ?? '')?.[1] ?? '');
    if (found !== undefined) return { bucket: found };
    const bucket = randomInt(BUCKETS);
    return { bucket, cookie: `release-bucket=${values[bucket]}; ${attributes}` };
  };
}

export const assetsAt = ({ servedAt }: Registry, port: number): string => servedAt ?? `http://127.0.0.1:${port}`;

function storeOf({ origin, portOffset }: RegistryRemote, assets: string): string {
  if (origin) return origin.replace(/\/$/, '');
  const { protocol, hostname, port } = new URL(assets);
  return `${protocol}//${hostname}:${Number(port || 80) + portOffset}`;
}

export function addressed(
  remote: RegistryRemote,
  release: Release,
  assets: string,
  own?: SiteConfig['ownStore'],
): LiveRemote {
  const folder = new URL(`${storeOf(remote, assets)}/${release.version}/`).href;
  const source = own && folder.startsWith(`${own.address}/`) ? own.servedAt + folder.slice(own.address.length) : folder;
  return { release, folder, address: (file) => folder + file.path, source: (file) => source + file.path };
}

const codeOf = ({ release: { version, entry, protocol }, address }: LiveRemote): Code => ({
  version,
  entry: address(entry),
  integrity: entry.integrity,
  ...(protocol === PROTOCOL ? {} : { needsRuntime: true }),
});

function publicRemote(remote: LiveRemote): PublicRemote {
  const { routes, staffOnly } = remote.release;
  return { ...codeOf(remote), routes, staffOnly };
}

function publicPlatform(live: ReadonlyMap<string, LiveRemote>, config: SiteConfig): Platform {
  const remotes = [...live].map(([name, remote]) => [name, publicRemote(remote)] as const);
  return { contract: CONTRACT, supabase: config.supabase, remotes: Object.fromEntries(remotes) };
}

export const releaseSetOf = (
  live: ReadonlyMap<string, LiveRemote>,
  canaries: string,
  config: SiteConfig,
): ReleaseSet => ({
  canaries,
  live,
  platform: publicPlatform(live, config),
});

function withCodeOf(releaseSet: ReleaseSet, contract: number): ReleaseSet {
  const live = new Map([...releaseSet.live].filter(([, { release }]) => release.contract === contract));
  const remotes = Object.entries(releaseSet.platform.remotes).map(([name, remote]) => {
    const { routes, staffOnly, override } = remote;
    return [name, live.has(name) ? remote : { routes, staffOnly, ...(override && { override }) }] as const;
  });
  return { ...releaseSet, live, platform: { ...releaseSet.platform, contract, remotes: Object.fromEntries(remotes) } };
}

/** The release set as documents of a generation have it: remotes of others keep what is shown of them and lose their code. */
export const ofGeneration = (releaseSet: ReleaseSet, contract: number): ReleaseSet =>
  byGeneration(releaseSet)(contract);

const byGeneration = memoize((releaseSet: ReleaseSet) => memo((contract: number) => withCodeOf(releaseSet, contract)));

const comparisonOf = ({ canary }: RegistryRemote) =>
  canary && { comparison: { since: canary.since, canary: canary.release.version } };

function released(remote: RegistryRemote, isCanary: boolean, assets: string, own: SiteConfig['ownStore']): LiveRemote {
  const canary = isCanary ? remote.canary?.release : undefined;
  const before = canary ? remote.live : remote.previous[0];
  const fallback = before && { fallback: addressed(remote, before, assets, own) };
  return { ...addressed(remote, canary ?? remote.live, assets, own), ...fallback, ...comparisonOf(remote) };
}

/** All release sets of a registry, computed once. There is no cookie without a canary. */
export interface ReleaseSets {
  readonly defaultSet: ReleaseSet;
  /** `name@version` of live releases and canaries that the keys do not allow: an earlier version is served, or none. */
  readonly refused: readonly string[];
  /** Remotes and canaries whose entry does not fit the schema, each with its first fault: they are not served. */
  readonly malformed: readonly string[];
  /** Live releases and canaries outside the alphabet of new ones, each with its first fault: they serve. */
  readonly outside: readonly string[];
  /** Which releases need the runtime of which generation. */
  readonly needs: readonly GenerationNeed[];
  readonly hasCanary: boolean;
  readonly assign: (cookies: string | null) => { readonly releaseSet: ReleaseSet; readonly cookie?: string };
  readonly isKnown: (name: string, version: string) => boolean;
}

function knownVersions({ remotes, retired }: Registry): ReadonlySet<string> {
  const releases = Object.values({ ...retired, ...remotes }).flatMap(releasesOf);
  return new Set(releases.map(({ name, version }) => `${name}@${version}`));
}

export function createReleaseSets(
  registry: Registry,
  config: SiteConfig,
  refused: readonly string[] = [],
): ReleaseSets {
  const { malformed = [], outside = [] } = registry;
  const remotes = Object.entries(registry.remotes);
  const assets = assetsAt(registry, config.port);
  const releaseSet = (canaries: ReadonlySet<string>) => {
    const live = new Map(
      remotes.map(([name, remote]) => [name, released(remote, canaries.has(name), assets, config.ownStore)]),
    );
    return releaseSetOf(live, [...canaries].join(' '), config);
  };
  const defaultSet = releaseSet(new Set());
  const known = knownVersions(registry);
  const isKnown = (name: string, version: string) => known.has(`${name}@${version}`);
  const needs = generationNeeds(registry);
  const found = { defaultSet, refused, malformed, outside, isKnown, needs };
  if (!remotes.some(([, { canary }]) => canary))
    return { ...found, hasCanary: false, assign: () => ({ releaseSet: defaultSet }) };

  const made = new Map([[defaultSet.canaries, defaultSet]]);
  const byBucket = Array.from({ length: BUCKETS }, (_, bucket) => {
    const names = remotes.filter(([, { canary }]) => canary && bucket < canary.percent).map(([name]) => name);
    const key = names.join(' ');
    const set = made.get(key) ?? releaseSet(new Set(names));
    made.set(key, set);
    return set;
  });
  const bucketOf = createBuckets(registry.bucketKey, config.siteUrl.startsWith('https:'));

  return {
    ...found,
    hasCanary: true,
    assign(cookies) {
      const { bucket, ...cookie } = bucketOf(cookies);
      return { releaseSet: byBucket[bucket] ?? defaultSet, ...cookie };
    },
  };
}
