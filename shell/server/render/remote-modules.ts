import { setTimeout as pause } from 'node:timers/promises';
import { limitedBody } from '@ki/shared/http/limited-fetch.ts';
import { integrityOf } from '@ki/shared/process/hash.ts';
import { LRUCache } from 'lru-cache';
import type { ReleaseFile } from '../../registry/schema.ts';
import { ContractMismatch, phaseOfLoading, type RemoteFailure } from '../../src/remotes/remote-failure.ts';
import { countLoad } from '../metrics.ts';
import type { LiveRemote } from '../types.ts';
import type { Bundle } from './messages.ts';
import { WorkerEnded } from './worker-process.ts';

const FETCH_TIMEOUT_MS = 4_000;
const UNUSED_AFTER_MS = 60_000;
const RETRY_AFTER_MS = 1_000;
/** Code that ended a worker is retried at growing intervals: it may not have been the cause. */
const MAX_RETRY_MS = 5 * 60_000;

/** For files of older releases, which state no size. */
const LARGEST_BYTES = 20_000_000;

async function fetchVerified({ address, source = address }: LiveRemote, file: ReleaseFile): Promise<Buffer> {
  const url = source(file);
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const limit = file.size ?? LARGEST_BYTES;
  // Its Content-Length would be that of the compressed body.
  const content = await limitedBody({ headers: new Headers(), body: response.body }, limit);
  if (!content) throw new Error(`${url} is longer than the ${limit} bytes that it may have`);
  if (integrityOf(content) !== file.integrity)
    throw new Error(`${url} does not have the hash that the registry states`);
  return content;
}

/** Rejects a file that cannot be fetched in time or has another hash. */
export async function verifiedFile(remote: LiveRemote, file: ReleaseFile): Promise<Buffer> {
  const { name } = remote.release;
  try {
    const content = await fetchVerified(remote, file);
    countLoad(name, true);
    return content;
  } catch (error) {
    countLoad(name, false);
    throw error;
  }
}

/** The live version, a canary, a fallback release, and one that requests in flight still use. */
const VERSIONS = 4;

export function createLatestVersions<T extends object>(
  onDrop: (name: string, version: string) => void = () => undefined,
) {
  const remotes = new Map<string, LRUCache<string, T>>();
  const of = (name: string) => {
    const dispose = (_value: T, version: string) => onDrop(name, version);
    const known = remotes.get(name) ?? new LRUCache<string, T>({ max: VERSIONS, dispose });
    remotes.set(name, known);
    return known;
  };
  return {
    get: (name: string, version: string) => of(name).get(version),
    peek: (name: string, version: string) => of(name).peek(version),
    set: (name: string, version: string, value: T) => of(name).set(version, value),
    delete: (name: string, version: string) => of(name).delete(version),
  };
}

interface Retrying {
  readonly delayMs: () => number;
  readonly askedAt: () => number;
}

/** Retries in the background until an attempt succeeds; `false` when no request needs it any more. */
export async function retryWhileUsed(attempt: () => Promise<unknown>, retrying: Retrying): Promise<boolean> {
  for (;;) {
    await pause(retrying.delayMs(), undefined, { ref: false });
    if (performance.now() - retrying.askedAt() > UNUSED_AFTER_MS) return false;
    const works = await attempt().then(
      () => true,
      () => false,
    );
    if (works) return true;
  }
}

interface Entry {
  bundle: Promise<Bundle>;
  askedAt: number;
}

export type RemoteModules = ReturnType<typeof createRemoteModules>;

/** Loads each bundle once. A failed one is retried in the background, so that only the first page waits for it. */
export function createRemoteModules(
  run: (bundle: Bundle) => Promise<unknown>,
  onFailure: (failure: RemoteFailure) => void,
  isServed: (contract: number) => boolean,
) {
  const entries = createLatestVersions<Entry>();

  const fetchBundle = async (name: string, remote: LiveRemote): Promise<Bundle> => {
    const { version, contract, server } = remote.release;
    if (!isServed(contract)) throw new ContractMismatch(`${name}@${version}`, contract);
    const bundle = { name, version, contract, code: await verifiedFile(remote, server) };
    await run(bundle);
    return bundle;
  };

  async function retry(name: string, remote: LiveRemote, entry: Entry): Promise<void> {
    const { version } = remote.release;
    const isUsed = () => entries.peek(name, version) === entry;
    let delay = RETRY_AFTER_MS;
    const attempt = async () => {
      if (!isUsed()) return;
      const again = fetchBundle(name, remote);
      await again.catch((error: unknown) => {
        delay = error instanceof WorkerEnded ? Math.min(MAX_RETRY_MS, 4 * delay) : RETRY_AFTER_MS;
        throw error;
      });
      entry.bundle = again;
    };
    const isSettled = await retryWhileUsed(attempt, { delayMs: () => delay, askedAt: () => entry.askedAt });
    if (!isSettled && isUsed()) entries.delete(name, version);
  }

  function load(name: string, remote: LiveRemote): Promise<Bundle> {
    const { version } = remote.release;
    const known = entries.get(name, version);
    if (known) {
      known.askedAt = performance.now();
      return known.bundle;
    }
    const entry: Entry = { bundle: fetchBundle(name, remote), askedAt: performance.now() };
    entries.set(name, version, entry);
    entry.bundle.catch((error: unknown) => {
      onFailure({ remote: name, version, phase: phaseOfLoading(error, 'server'), message: String(error) });
      void retry(name, remote, entry);
    });
    return entry.bundle;
  }

  /** Whether this shell has the runtime of the release's generation. */
  const hasRuntime = ({ release }: LiveRemote): boolean => isServed(release.contract);

  return {
    load,
    hasRuntime,
    /** Pages for staff are not rendered here, so that their code is not loaded. */
    async isLoadable(name: string, remote: LiveRemote): Promise<boolean> {
      if (remote.release.staffOnly) return hasRuntime(remote);
      return load(name, remote).then(
        () => true,
        () => false,
      );
    },
  };
}
