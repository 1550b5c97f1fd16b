import { integrityOf } from '@ki/shared/process/hash.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { canaryOf, release } from '../../registry/testing/release.ts';
import { OVERRIDE_VERSION } from '../../src/overrides/overrides.ts';
import { changingContent } from '../tags/testing/changing-content.ts';
import { config, registryOf, targetsOf } from '../testing/releases.ts';
import { silentConsole, temporaryServer } from '../testing/temporary.ts';
import type { ReleaseSet } from '../types.ts';
import { createFallbacks } from './fallbacks.ts';
import { overrideCookie, readOverrides } from './overrides.ts';
import { pageAddresses } from './page-addresses.ts';
import { bucketCookies, createReleaseSets, type ReleaseSets } from './release-set.ts';
import { createResolver, type Resolved } from './resolve.ts';

const KEY = 'k'.repeat(64);
const SCRIPT = '"a script";';
const entry = { path: 'web/remoteEntry.js', integrity: integrityOf(Buffer.from(SCRIPT)) };
const blog = (version: string) => ({
  ...release('mf-blog', version, '/', '/:slug'),
  resources: ['/rss.xml'],
  entry,
});
const cookieOf = (bucket: number) => `release-bucket=${bucketCookies(KEY)[bucket]}`;
const settings = { ...config, overrides: { ...config.overrides, isStaffOnly: false } };
const stored = { overrides: { 'mf-blog': 'http://127.0.0.1:4001' }, account: null };
const override = overrideCookie(stored, settings.overrides.secret, false).split(';')[0];

const versionIn = ({ platform }: ReleaseSet) => platform.remotes['mf-blog']?.version;

let content: ReturnType<typeof changingContent>;
let releaseSets: ReleaseSets;
let fallbacks: ReturnType<typeof createFallbacks>;
let targets: ReturnType<typeof targetsOf>;
let updatePages: () => boolean | Promise<boolean>;
/** Version 2 is live, 1 was before it, and a share of 10 % has the canary 3. */
beforeEach(() => {
  content = changingContent();
  const more = { previous: [blog('1')], canary: canaryOf(blog('3'), 10) };
  releaseSets = createReleaseSets({ ...registryOf([blog('2')], { 'mf-blog': more }), bucketKey: KEY }, config);
  const load = async () => ({ name: 'mf-blog', version: '1', contract: 2, code: Buffer.from('') });
  fallbacks = createFallbacks({ load, hasRuntime: () => true }, config);
  targets = targetsOf();
  updatePages = () => true;
});

async function resolved(path: string, cookie: string | null = null): Promise<Resolved> {
  const services = { files: new Set<string>(), fileAt: () => expect.unreachable(), fallbacks, targets, updatePages };
  const resolve = createResolver({
    registry: { current: () => releaseSets },
    tagVersions: content.tagVersions,
    overridesOf: readOverrides(settings),
    started: { services },
  });
  const headers = new Headers(cookie === null ? {} : { cookie });
  return resolve({ method: 'GET', url: new URL(path, 'http://site'), address: '', client: '', headers, body: null });
}

/** The versions after the rules for canaries, fallback releases and overrides, and that of the target. */
async function versionsAt(path: string, cookie: string) {
  const found = await resolved(path, cookie);
  if (!('target' in found)) throw new Error(`${path} is ${found.kind}`);
  const { assigned, inForce, shown } = found.releases;
  return [found.kind, ...[assigned, inForce, shown, found.target.releaseSet].map(versionIn)];
}

test.each([
  ['the share of a canary has it', '/', cookieOf(0), ['page', '3', '3', '3', '3']],
  ['others have the live release', '/', cookieOf(99), ['page', '2', '2', '2', '2']],
  [
    'documents have overrides',
    '/',
    `${cookieOf(0)}; ${override}`,
    ['page', '3', '3', OVERRIDE_VERSION, OVERRIDE_VERSION],
  ],
  ['data do not', '/_data/', `${cookieOf(0)}; ${override}`, ['data', '3', '3', OVERRIDE_VERSION, '3']],
  ['feeds do not', '/rss.xml', `${cookieOf(99)}; ${override}`, ['resource', '2', '2', OVERRIDE_VERSION, '2']],
])('%s', async (_what, path, cookie, versions) => expect(await versionsAt(path, cookie)).toEqual(versions));

test('the fallback release comes after the share and before overrides', async () => {
  silentConsole();
  const origin = await temporaryServer((_request, response) => void response.end(SCRIPT));
  const more = { previous: [blog('1')], canary: canaryOf(blog('3'), 10), origin };
  releaseSets = createReleaseSets({ ...registryOf([blog('2')], { 'mf-blog': more }), bucketKey: KEY }, config);
  const { live } = releaseSets.defaultSet;
  await fallbacks.replace('mf-blog', live.get('mf-blog') ?? expect.unreachable());
  expect(await versionsAt('/', cookieOf(99))).toEqual(['page', '2', '1', '1', '1']);
  const overridden = ['page', '2', '1', OVERRIDE_VERSION, OVERRIDE_VERSION];
  expect(await versionsAt('/', `${cookieOf(99)}; ${override}`)).toEqual(overridden);
  expect(await versionsAt('/', cookieOf(0))).toEqual(['page', '3', '3', '3', '3']);
});

test('a page has one reading of the tag versions, and waits for the list of pages at these versions', async () => {
  const current = vi.spyOn(content.tagVersions, 'current');
  const update = vi.fn(async () => {
    targets.takePages(pageAddresses([]));
    return true;
  });
  updatePages = update;
  const found = await resolved('/nirgends');
  expect(found).toMatchObject({ kind: 'page', versions: content.now(), target: { owner: undefined } });
  expect(update.mock.calls).toEqual([[content.now()]]);
  expect(current).toHaveBeenCalledTimes(1);
  await resolved('/');
  expect(update).toHaveBeenCalledTimes(1);
});
