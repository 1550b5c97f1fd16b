import { rm } from 'node:fs/promises';
import path from 'node:path';
import { preHydrationChunk } from '@ki/shared/contract/pre-hydration.ts';
import type { Release } from '../../registry/schema.ts';
import { contentVersion, hashesOfBuild } from '../../registry/store/content.ts';
import { createFolderStore } from '../../registry/store/folder-store.ts';
import { localStore } from '../../registry/store/open-store.ts';
import type { Store } from '../../registry/store/store.ts';
import { writeBuild } from '../../registry/store/testing/build.ts';
import { precompress } from '../build.ts';

interface TinyRemote {
  readonly name?: string;
  readonly routes?: readonly string[];
  /** The text of its page. Another text makes another version. */
  readonly text?: string;
  /** The source of the pre-hydration script `tiny`. */
  readonly preHydration?: string;
  /** Replaces the whole server bundle. */
  readonly server?: string;
  /** Additional files, by their paths. */
  readonly more?: Readonly<Record<string, string>>;
  readonly release?: Partial<Release>;
}

const pageShowing = (text: string, routes: readonly string[]) => `
exports.remote = {
  contract: 2,
  id: 'mf-tiny',
  routes: ${JSON.stringify(routes)}.map((path) => ({ id: 'tiny' + path, path, Component: () => ${JSON.stringify(text)} })),
};`;

const PRE_HYDRATION = 'web/pre-hydration/tiny.js';

/** Stores a remote of a few lines as `publish` stores a built one, by default in the data folder's store. */
export async function storeTinyRemote(place: string | Store, remote: TinyRemote = {}): Promise<Release> {
  const { name = 'mf-tiny', routes = ['/tiny'], text = 'one', preHydration } = remote;
  const dist = await writeBuild({
    'web/remoteEntry.js': `/* ${text} */`,
    'web/mf-manifest.json': '{}',
    'server/index.cjs': remote.server ?? pageShowing(text, routes),
    ...(preHydration && { [PRE_HYDRATION]: preHydration }),
    ...remote.more,
  });
  await precompress(path.join(dist, 'web'));
  const hashes = await hashesOfBuild(dist);
  const file = (filePath: string) => ({ path: filePath, integrity: hashes.get(filePath) ?? '' });
  const stated = {
    name,
    contract: 2,
    routes: [...routes],
    staffOnly: false,
    entry: file('web/remoteEntry.js'),
    server: file('server/index.cjs'),
    manifest: file('web/mf-manifest.json'),
    chunks: preHydration ? { [preHydrationChunk('tiny')]: [file(PRE_HYDRATION)] } : {},
    singletons: { react: '^19.0.0' },
    budget: 1,
    ...remote.release,
  };
  const release: Release = { version: contentVersion('1.0.0', stated, hashes), ...stated };
  const store = typeof place === 'string' ? createFolderStore(localStore(place)) : place;
  await store.put(dist, release);
  await rm(dist, { recursive: true });
  return release;
}
