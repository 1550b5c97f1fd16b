import type { Platform } from '@ki/shared/contract/registry.ts';
import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { matchRoutes } from 'react-router-dom';
import { fetchRemote } from './federation.ts';
import { reportFailure } from './recovery.ts';
import { phaseOfLoading, type RemoteFailure } from './remote-failure.ts';

const PAUSES_MS = [300, 900];

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Retries twice. The second try also gets past a browser that reuses a failed preload. */
export async function withRetries<T>(load: () => Promise<T>): Promise<T> {
  for (const milliseconds of PAUSES_MS) {
    try {
      return await load();
    } catch (error) {
      console.warn('loading code failed, trying again:', error);
      await pause(milliseconds);
    }
  }
  return load();
}

export interface KnownRemotes extends Omit<ReturnType<typeof createCodeLoader>, 'load'> {
  readonly owner: (pathname: string) => string | undefined;
  readonly isMounted: (name: string) => boolean;
  readonly isStaffOnly: (name: string) => boolean;
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function createCodeLoader(remotes: Platform['remotes']) {
  const loading = new Map<string, Promise<RemoteModule>>();
  const failures = new Map<string, RemoteFailure>();

  const versionOf = (name: string) => remotes[name]?.version ?? '';

  function note(name: string, error: unknown): void {
    const phase = phaseOfLoading(error, 'entry');
    const failure = { remote: name, version: versionOf(name), phase, message: messageOf(error) };
    failures.set(name, failure);
    void reportFailure(failure);
  }

  async function fetchOrReport(name: string): Promise<RemoteModule> {
    try {
      return await withRetries(() => fetchRemote(name));
    } catch (error) {
      note(name, error);
      throw error;
    }
  }

  /** Loads a remote's module once; after a failure the next call tries again. */
  const load = (name: string) => {
    const started =
      loading.get(name) ??
      fetchOrReport(name).catch((error: unknown) => {
        loading.delete(name);
        throw error;
      });
    loading.set(name, started);
    return started;
  };

  return {
    load,
    versionOf,
    failureOf: (name: string) => failures.get(name) ?? null,
    async loadPage(name: string, pathname: string): Promise<void> {
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
