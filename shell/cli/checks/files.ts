import { reasonAgainstFile } from '@ki/shared/federation/scripts-only.ts';
import { integrityOf } from '@ki/shared/process/hash.ts';
import { assertDescribes } from '../../registry/store/content.ts';
import { eachOf } from '../../registry/store/each-of.ts';
import { storedHashes } from '../../registry/store/store.ts';
import { addressed, assetsAt } from '../../server/resolve/release-set.ts';
import { type Check, entryAfterPromoting, Faults } from './subject.ts';

const FETCH_TIMEOUT_MS = 10_000;

async function assertServed(url: string, integrity: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch((error: unknown) => {
    throw new Error(`${url} cannot be reached: ${error instanceof Error ? error.message : error}`);
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  if (integrityOf(Buffer.from(await response.arrayBuffer())) !== integrity) {
    throw new Error(`${url} does not have the stated hash`);
  }
}

export const files: Check = async (subject) => {
  const { store, release, registry, config, isRunning, hasBackend, origin } = subject;
  const hashes = await storedHashes(store, release);
  assertDescribes(release, hashes, store.place);
  const unused = [...hashes.keys()].flatMap((file) => {
    const reason = reasonAgainstFile(file);
    return reason ? [`${file} is shown by no page: ${reason}`] : [];
  });
  if (unused.length > 0) throw new Faults(unused);
  const stored = `${hashes.size} files in the store`;
  const entry = entryAfterPromoting(registry, release, origin);
  const isLocal = release.name in { ...registry.remotes, ...registry.pending };
  if (!entry.origin && !isLocal) return `${stored}; served once the remote is live`;
  if (!entry.origin && !isRunning)
    return hasBackend
      ? `${stored}; another machine serves them`
      : `${stored}; not served now, the platform does not run`;
  const { address } = addressed(entry, release, assetsAt(registry, config.port));
  await eachOf(hashes, ([path, integrity]) => assertServed(address({ path, integrity }), integrity));
  return `${stored} and at ${new URL(address(release.entry)).origin}`;
};
