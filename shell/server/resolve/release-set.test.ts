import { expect, test } from 'vitest';
import type { Registry, Release } from '../../registry/schema.ts';
import { canaryOf, release } from '../../registry/testing/release.ts';
import { overridesOf } from '../../src/overrides/overrides.ts';
import { contentSecurityPolicy, integrityPolicy } from '../document/document.ts';
import { config, registryOf } from '../testing/releases.ts';
import { withOverrides } from './overrides.ts';
import { bucketCookies, createReleaseSets, ofGeneration } from './release-set.ts';

const KEY = 'k'.repeat(64);
const cookieOf = (bucket: number, key = KEY) => `release-bucket=${bucketCookies(key)[bucket]}`;

/** mf-blog 1 and mf-events 1 are live; `canaries` gives the share of their versions 2. */
function registry(canaries: Record<string, number> = {}, eventsOf: Partial<Release> = {}): Registry {
  const blog = (version: string) => release('mf-blog', version, '/');
  const events = (version: string) => ({ ...release('mf-events', version, '/events'), ...eventsOf });
  const canary = (name: string, next: Release) =>
    canaries[name] === undefined ? {} : { canary: canaryOf(next, canaries[name]) };
  const more = { 'mf-blog': canary('mf-blog', blog('2')), 'mf-events': canary('mf-events', events('2')) };
  return { ...registryOf([blog('1'), events('1')], more), bucketKey: KEY };
}
const versionFor = (releaseSets: ReturnType<typeof createReleaseSets>, bucket: number, name = 'mf-blog') =>
  releaseSets.assign(`a=b; ${cookieOf(bucket)}; c=d`).releaseSet.platform.remotes[name]?.version;

test('without a canary there is one release set and no bucket cookie', () => {
  const releaseSets = createReleaseSets(registry(), config);
  expect(releaseSets.assign(null)).toEqual({ releaseSet: releaseSets.defaultSet });
  expect(releaseSets.assign(cookieOf(5)).releaseSet).toBe(releaseSets.defaultSet);
});

test('the share of buckets with a canary is the stated one', () => {
  const releaseSets = createReleaseSets(registry({ 'mf-blog': 30 }), config);
  const given = Array.from({ length: 100 }, (_, bucket) => versionFor(releaseSets, bucket));
  expect(given.filter((version) => version === '2')).toHaveLength(30);
  expect(given.slice(0, 30)).toEqual(Array(30).fill('2'));
});

test('a visitor without a bucket gets one, and the same release set again by its cookie', () => {
  const releaseSets = createReleaseSets(registry({ 'mf-blog': 50 }), config);
  const { releaseSet, cookie = '' } = releaseSets.assign('other=1');
  expect(cookie).toMatch(/^release-bucket=\d{1,2}\.[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly$/);
  const again = releaseSets.assign(cookie.split(';')[0] ?? null);
  expect(again).toEqual({ releaseSet });
  expect(again.releaseSet).toBe(releaseSet);
});

test('over https the cookie is secure', () => {
  const releaseSets = createReleaseSets(registry({ 'mf-blog': 50 }), { ...config, siteUrl: 'https://ki.example' });
  expect(releaseSets.assign(null).cookie).toMatch(/; Secure$/);
});

test.each([
  'release-bucket=5',
  'release-bucket=',
  `x${cookieOf(5)}`,
  `${cookieOf(5)}x`,
  cookieOf(5, 'another'.repeat(9)),
])('the cookie %s is ignored', (cookie) => {
  const releaseSets = createReleaseSets(registry({ 'mf-blog': 50 }), config);
  expect(releaseSets.assign(cookie).cookie).toBeDefined();
});

test('buckets with the same canaries share a release set', () => {
  const releaseSets = createReleaseSets(registry({ 'mf-blog': 20, 'mf-events': 60 }), config);
  const all = Array.from({ length: 100 }, (_, bucket) => releaseSets.assign(cookieOf(bucket)).releaseSet);
  expect([...new Set(all)].map(({ canaries }) => canaries)).toEqual(['mf-blog mf-events', 'mf-events', '']);
  expect([versionFor(releaseSets, 19), versionFor(releaseSets, 19, 'mf-events')]).toEqual(['2', '2']);
  expect([versionFor(releaseSets, 20), versionFor(releaseSets, 20, 'mf-events')]).toEqual(['1', '2']);
});

test('the key of the cookies is not part of what browsers read', () => {
  const releaseSets = createReleaseSets(registry({ 'mf-blog': 50 }), config);
  for (const bucket of [0, 99]) {
    expect(JSON.stringify(releaseSets.assign(cookieOf(bucket)).releaseSet.platform)).not.toContain(KEY);
  }
});

test('files are served at the remote’s port or at the origin that the registry states', () => {
  const document = registry();
  const events = document.remotes['mf-events'];
  if (events) events.origin = 'https://cdn.example/store/mf-events/';
  const { live, platform } = createReleaseSets(document, config).defaultSet;
  expect(platform.remotes['mf-blog']?.entry).toBe('http://127.0.0.1:3001/1/web/remoteEntry.js');
  expect(platform.remotes['mf-events']?.entry).toBe('https://cdn.example/store/mf-events/1/web/remoteEntry.js');
  expect(live.get('mf-events')?.folder).toBe('https://cdn.example/store/mf-events/1/');
});

test('files of a store that this machine serves are read here, whatever their address', () => {
  const document = registry();
  const events = document.remotes['mf-events'];
  if (events) events.origin = 'https://cdn.example/store/mf-events';
  const ownStore = { address: 'https://cdn.example/store', servedAt: 'http://127.0.0.1:3001' };
  const { live } = createReleaseSets(document, { ...config, ownStore }).defaultSet;
  const filesOf = (name: string) => {
    const { address, source, release } = live.get(name) ?? expect.unreachable();
    return [address(release.entry), source?.(release.entry)];
  };
  const path = 'mf-events/1/web/remoteEntry.js';
  expect(filesOf('mf-events')).toEqual([`https://cdn.example/store/${path}`, `http://127.0.0.1:3001/${path}`]);
  expect(new Set(filesOf('mf-blog')).size).toBe(1);
});

test('in documents of a generation, remotes of others keep their addresses and have no code', () => {
  const document = registry({}, { contract: 3 });
  const { defaultSet } = createReleaseSets(document, config);
  const { live, platform } = ofGeneration(defaultSet, 3);
  expect([...live.keys()]).toEqual(['mf-events']);
  expect(platform.contract).toBe(3);
  expect(platform.remotes['mf-blog']).toEqual({ routes: ['/'], staffOnly: false });
  expect(platform.remotes['mf-events']).toMatchObject({ version: '1', routes: ['/events'] });
  expect(ofGeneration(defaultSet, 3)).toBe(ofGeneration(defaultSet, 3));
});

test('an override is shown in documents of each generation, and allowed to run in those of its remote', () => {
  const document = registry({}, { contract: 3 });
  const overrides = { 'mf-blog': 'http://127.0.0.1:4001', 'mf-events': 'http://127.0.0.1:4002' };
  const overridden = withOverrides(createReleaseSets(document, config).defaultSet, overrides);
  const inDocument = ofGeneration(overridden, 3);
  expect(overridesOf(inDocument.platform)).toEqual(overrides);
  expect(inDocument.platform.remotes['mf-blog']?.entry).toBeUndefined();
  const policy = contentSecurityPolicy(inDocument, '');
  expect(policy).toContain('http://127.0.0.1:4002');
  expect(policy).not.toContain('http://127.0.0.1:4001');
  expect(integrityPolicy(inDocument)).toEqual({});
  const others = ofGeneration(withOverrides(createReleaseSets(document, config).defaultSet, { 'mf-blog': 'x' }), 3);
  expect(integrityPolicy(others)).not.toEqual({});
});
