import { type Problem, phaseOfLoading } from '../../src/remotes/problem.ts';
import type { LiveRemote } from '../lineup/lineup.ts';
import type { Bundle } from '../renderers/bundle.ts';
import { RendererEnded } from '../renderers/renderer-ended.ts';
import { createVersions } from '../renderers/versions.ts';
import { keepTrying } from './keep-trying.ts';
import { verifiedFile } from './verified-file.ts';

/** Between attempts to load what could not be loaded; nobody waits for them, and nobody's interest ends them. */
const RETRY_AFTER_MS = 1_000;
/** Code that ended a renderer is tried again more and more rarely: it may not have been its fault. */
const LONGEST_RETRY_MS = 5 * 60_000;

interface Kept {
  /** The bundle, or, until a later attempt succeeds, why there is none. */
  bundle: Promise<Bundle>;
  /** By `performance.now()`. */
  askedAt: number;
}

/** Runs a bundle in a renderer; rejects when it is none. */
type Run = (bundle: Bundle) => Promise<unknown>;

export type RemoteModules = ReturnType<typeof createRemoteModules>;

/**
 * Has remotes' server bundles loaded: each version once, only with the stated hash. What cannot be loaded is tried again
 * beside the traffic: no page but the first waits for it.
 */
export function createRemoteModules(run: Run, note: (problem: Problem) => void) {
  const versions = createVersions<Kept>();

  const fetchBundle = async (name: string, remote: LiveRemote): Promise<Bundle> => {
    const { version, server } = remote.release;
    const bundle = { name, version, code: await verifiedFile(remote, server) };
    await run(bundle);
    return bundle;
  };

  async function retry(name: string, remote: LiveRemote, kept: Kept): Promise<void> {
    const { version } = remote.release;
    const isKept = () => versions.peek(name, version) === kept;
    let every = RETRY_AFTER_MS;
    const attempt = async () => {
      if (!isKept()) return;
      const again = fetchBundle(name, remote);
      await again.catch((error: unknown) => {
        every = error instanceof RendererEnded ? Math.min(LONGEST_RETRY_MS, 4 * every) : RETRY_AFTER_MS;
        throw error;
      });
      kept.bundle = again;
    };
    const settled = await keepTrying(attempt, { every: () => every, askedAt: () => kept.askedAt });
    if (!settled && isKept()) versions.delete(name, version);
  }

  return {
    load(name: string, remote: LiveRemote): Promise<Bundle> {
      const { version } = remote.release;
      const known = versions.get(name, version);
      if (known) {
        known.askedAt = performance.now();
        return known.bundle;
      }
      const kept: Kept = { bundle: fetchBundle(name, remote), askedAt: performance.now() };
      versions.set(name, version, kept);
      kept.bundle.catch((error: unknown) => {
        note({ remote: name, version, phase: phaseOfLoading(error, 'server'), message: String(error) });
        void retry(name, remote, kept);
      });
      return kept.bundle;
    },
  };
}
