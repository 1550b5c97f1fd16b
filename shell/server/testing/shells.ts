import path from 'node:path';
import { freePort } from '@ki/shared/testing/free-ports.ts';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type AssetServer, serveAssets } from '../../../scripts/start/asset-server.ts';
import { build } from '../../build/build.ts';
import { storeTinyRemote } from '../../build/testing/tiny-remote.ts';
import { ROOT } from '../../build/workspace.ts';
import { readLastGood } from '../../registry/memory.ts';
import type { Release } from '../../registry/schema.ts';
import { type RegistryBackend, startRegistryBackend } from '../../registry/testing/registry-backend.ts';
import { by } from '../../registry/testing/release.ts';
import { bucketCookies } from '../resolve/release-set.ts';
import { shellPlace } from './shell-process.ts';

/** One backend for the tests of a file, and a built shell. */
export function shellBackend(seed: 'demo' | false = false): () => RegistryBackend {
  let opened: RegistryBackend;
  beforeAll(async () => {
    opened = await startRegistryBackend(seed);
    // Another test may be building it.
    await build(ROOT, 'shell', async () => undefined);
  }, 300_000);
  afterAll(() => opened.close());
  return () => opened;
}

/** A data folder and an empty registry for each test, or for all of a block. */
export function shellPlaces(backend: () => RegistryBackend, lifetime: 'test' | 'block' = 'test') {
  let place: Awaited<ReturnType<typeof shellPlace>>;
  let assets: AssetServer[];
  const [before, after] = lifetime === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    assets = [];
    place = await shellPlace(backend());
  });
  after(async () => {
    await Promise.all(assets.map((server) => server.stop()));
    await place.remove();
  });

  const store = (remote: Parameters<typeof storeTinyRemote>[1] = {}) => storeTinyRemote(place.dataDir, remote);
  return {
    place: () => place,
    store,
    start: (environment?: Readonly<Record<string, string>>) => place.start(environment),
    /** Starts the asset server of a remote. Resolves with its origin. */
    async serve(remote = 'mf-tiny'): Promise<string> {
      const port = await freePort();
      assets.push(serveAssets(path.join(place.dataDir, 'store'), remote, port));
      return `http://127.0.0.1:${port}`;
    },
    /** Makes a remote live. Without an origin no asset server serves it, so that its pages fail. */
    async promote(remote: Parameters<typeof storeTinyRemote>[1] = {}, origin?: string): Promise<Release> {
      const release = await store(remote);
      await place.promote(release, { ...by, ...(origin && { origin }) });
      return release;
    },
    async canary(release: Release, percent: number): Promise<void> {
      await place.registry.publish(release);
      await place.registry.canary(release, percent, by);
    },
    /** The cookie of a visitor in this bucket, signed with the key of the shell: 0 gets every canary, 99 none. */
    async cookieOf(bucket: number): Promise<string> {
      const { bucketKey } = (await readLastGood(place.dataDir)) ?? {};
      if (!bucketKey) throw new Error('the shell has read no registry with a key');
      return `release-bucket=${bucketCookies(bucketKey)[bucket]}`;
    },
  };
}
