import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { LRUCache } from 'lru-cache';
import { type Problem, phaseOfLoading } from '../src/remotes/problem.ts';
import { keepTrying } from './keep-trying.ts';
import type { LiveRemote } from './lineup.ts';
import { runBundle, type Singletons } from './run-bundle.ts';
import { verifiedFile } from './verified-file.ts';

/** Between attempts to load what could not be loaded; nobody waits for them, and nobody's interest ends them. */
const RETRY_AFTER_MS = 1_000;
/** Of each remote: the live one, a canary, one that stands in for them, and one that requests under way still use. */
const VERSIONS_KEPT = 4;

interface Kept {
  /** The module, or, until a later attempt succeeds, why there is none. */
  module: Promise<RemoteModule>;
  /** By `performance.now()`. */
  askedAt: number;
}

export type RemoteModules = ReturnType<typeof createRemoteModules>;

/**
 * Loads remotes' server bundles: each version once, only with the stated hash, with the shell's singletons. What cannot
 * be loaded is tried again beside the traffic: no page but the first waits for it.
 */
export function createRemoteModules(
  singletons: Singletons,
  note: (problem: Problem) => void,
  onLetGo: () => void = () => undefined,
) {
  const modules = new Map<string, LRUCache<string, Kept>>();
  const versionsOf = (name: string) => {
    const known = modules.get(name) ?? new LRUCache({ max: VERSIONS_KEPT, dispose: onLetGo });
    modules.set(name, known);
    return known;
  };

  const fetchModule = async (name: string, remote: LiveRemote) => {
    const code = await verifiedFile(remote, remote.release.server);
    return runBundle(code.toString('utf8'), `${name}@${remote.release.version}`, singletons);
  };

  async function retry(name: string, remote: LiveRemote, kept: Kept): Promise<void> {
    const { version } = remote.release;
    const isKept = () => versionsOf(name).peek(version) === kept;
    const attempt = async () => {
      if (!isKept()) return;
      const again = fetchModule(name, remote);
      await again;
      kept.module = again;
    };
    const settled = await keepTrying(attempt, { every: RETRY_AFTER_MS, askedAt: () => kept.askedAt });
    if (!settled && isKept()) versionsOf(name).delete(version);
  }

  return {
    load(name: string, remote: LiveRemote): Promise<RemoteModule> {
      const { version } = remote.release;
      const known = versionsOf(name).get(version);
      if (known) {
        known.askedAt = performance.now();
        return known.module;
      }
      const kept: Kept = { module: fetchModule(name, remote), askedAt: performance.now() };
      versionsOf(name).set(version, kept);
      kept.module.catch((error: unknown) => {
        note({ remote: name, version, phase: phaseOfLoading(error, 'server'), message: String(error) });
        void retry(name, remote, kept);
      });
      return kept.module;
    },
  };
}
