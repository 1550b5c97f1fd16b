import { integrityOf } from '@ki/shared/process/hash.ts';
import { afterPromoting } from '../../registry/moves.ts';
import type { Registry, RegistryRemote, Release } from '../../registry/schema.ts';
import { contentVersion } from '../../registry/store/content.ts';
import { eachOf } from '../../registry/store/each-of.ts';
import { storedHashes } from '../../registry/store/store.ts';
import { addressed } from '../../server/lineup/lineup.ts';
import type { Check, Subject } from './subject.ts';

const FETCH_TIMEOUT_MS = 10_000;

/** The files that the registry will name with their hashes. */
const named = ({ entry, server, manifest, chunks }: Release) => [
  entry,
  server,
  manifest,
  ...Object.values(chunks).flat(),
];

function assertStored({ release }: Subject, hashes: ReadonlyMap<string, string>): void {
  for (const { path, integrity } of named(release)) {
    const found = hashes.get(path);
    if (found !== integrity) throw new Error(`${path} ${found ? 'does not have the stated hash' : 'is missing'}`);
  }
  const [, version = '', hash = ''] = /^(.*)-([^-]*)$/.exec(release.version) ?? [];
  const content = contentVersion(version, hashes);
  if (content !== release.version) {
    throw new Error(`the files are not those that were published: they are ${content}, not ${version}-${hash}`);
  }
}

/** The entry that the registry would have; without an origin only one that is live or about to be is served. */
function servedEntry({ registry, release, origin }: Subject): RegistryRemote | undefined {
  const after: Registry = afterPromoting(registry, release, origin);
  const entry = after.remotes[release.name];
  const isLocal = release.name in { ...registry.remotes, ...registry.coming };
  return entry?.origin || isLocal ? entry : undefined;
}

async function assertServed(url: string, integrity: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch((error: unknown) => {
    throw new Error(`${url} cannot be reached: ${error instanceof Error ? error.message : error}`);
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  if (integrityOf(Buffer.from(await response.arrayBuffer())) !== integrity) {
    throw new Error(`${url} does not have the stated hash`);
  }
}

/** Every file is where browsers and the server will ask for it, as it was published. */
export const files: Check = async (subject) => {
  const { store, release, config, isRunning } = subject;
  const hashes = await storedHashes(store, release);
  assertStored(subject, hashes);
  const stored = `${hashes.size} files in the store`;
  const entry = servedEntry(subject);
  if (!entry) return `${stored}; served once the remote is live`;
  if (!entry.origin && !isRunning) return `${stored}; not served now, the platform does not run`;
  const { address } = addressed(entry, release, config);
  await eachOf(hashes, ([path, integrity]) => assertServed(address({ path, integrity }), integrity));
  return `${stored} and at ${new URL(address(release.entry)).origin}`;
};
