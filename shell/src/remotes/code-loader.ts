import type { Platform } from '@ki/shared/contract/registry.ts';
import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { matchRoutes } from 'react-router-dom';
import { fetchRemote, hasStarted, registerInstead } from './federation.ts';
import { type Problem, phaseOfLoading } from './problem.ts';
import { reportProblem } from './report-problem.ts';
import { withRetries } from './with-retries.ts';

/** Loads remotes' code, and knows which version runs here and why another one does not. */
export interface CodeLoader {
  /** The version that runs here: the live one, or the one before when the live one could not be loaded. */
  readonly versionOf: (name: string) => string;
  /** Why a remote could not be loaded when that was last tried. */
  readonly problemOf: (name: string) => Problem | null;
  /** Loads a remote's module once; a failure is forgotten, so that the next call tries again. */
  readonly load: (name: string) => Promise<RemoteModule>;
  /** Loads all the code that a remote needs for a page. Rejects when a part of it cannot be loaded. */
  readonly loadPage: (name: string, pathname: string) => Promise<void>;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function createCodeLoader(remotes: Platform['remotes']): CodeLoader {
  const loading = new Map<string, Promise<RemoteModule>>();
  const versions = new Map<string, string>();
  const problems = new Map<string, Problem>();

  const versionOf = (name: string) => versions.get(name) ?? remotes[name]?.version ?? '';

  function note(name: string, error: unknown): void {
    const phase = phaseOfLoading(error, 'entry');
    const problem = { remote: name, version: versionOf(name), phase, message: messageOf(error) };
    problems.set(name, problem);
    void reportProblem(problem);
  }

  /** What has begun to run cannot be replaced in this document; an entry that could not be loaded can. */
  async function fetchWithFallback(name: string): Promise<RemoteModule> {
    const live = remotes[name];
    try {
      return await withRetries(() => fetchRemote(name));
    } catch (error) {
      note(name, error);
      if (!live?.fallback || hasStarted(name)) throw error;
      console.warn(`${name}@${live.version} could not be loaded, ${live.fallback.version} takes its place:`, error);
      registerInstead(name, live.fallback);
      versions.set(name, live.fallback.version);
    }
    try {
      return await withRetries(() => fetchRemote(name));
    } catch (error) {
      if (!hasStarted(name)) {
        registerInstead(name, live);
        versions.delete(name);
      }
      throw error;
    }
  }

  const load = (name: string) => {
    const started =
      loading.get(name) ??
      fetchWithFallback(name).catch((error: unknown) => {
        loading.delete(name);
        throw error;
      });
    loading.set(name, started);
    return started;
  };

  return {
    load,
    versionOf,
    problemOf: (name) => problems.get(name) ?? null,
    async loadPage(name, pathname) {
      const { routes } = await load(name);
      const lazy = (matchRoutes([...routes], pathname) ?? []).flatMap(({ route }) =>
        typeof route.lazy === 'function' ? [route.lazy] : [],
      );
      try {
        await Promise.all(lazy.map((page) => withRetries(page)));
      } catch (error) {
        note(name, error);
        throw error;
      }
    },
  };
}
