import type { Platform } from '@ki/shared/contract/registry.ts';
import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { sessionKnown } from '@ki/shared/session/session-store.ts';
import { type ComponentType, useState } from 'react';
import { type LazyRouteFunction, matchRoutes, type RouteObject, useNavigate, useRouteError } from 'react-router-dom';
import { RemoteFailurePage } from './failure-notices.tsx';
import { fetchRemote } from './federation.ts';
import { isOfOtherGeneration, ownerOf } from './owner.ts';
import { reportFailure, useRemoteFailure } from './recovery.ts';
import { messageOf, phaseOfLoading, type RemoteFailure } from './remote-failure.ts';

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

function createCodeLoader(remotes: Platform['remotes']) {
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

type Lazy = LazyRouteFunction<RouteObject>;

/** The router caches the first result of `lazy` for good, so a failed chunk resolves to a page that retries. */
export function neverRejecting(lazy: Lazy): Lazy {
  return async () => {
    try {
      return await withRetries(lazy);
    } catch (error) {
      return { Component: () => <ChunkRetry load={lazy} cause={error} /> };
    }
  };
}

export function mountRoutes(module: RemoteModule): RouteObject[] {
  return module.routes.map((route) => mount(route, true));
}

function mount(route: RouteObject, outermost: boolean): RouteObject {
  const mounted: RouteObject = { ...route };
  if (typeof route.lazy === 'function') mounted.lazy = neverRejecting(route.lazy);
  if (outermost && !route.ErrorBoundary && !route.errorElement) mounted.ErrorBoundary = RemoteCrash;
  if (route.children) mounted.children = route.children.map((child) => mount(child, false));
  return mounted;
}

function ChunkRetry({ load, cause }: { load: LazyRouteFunction<RouteObject>; cause: unknown }) {
  const [Page, setPage] = useState<ComponentType | null>(null);
  const failure = useRemoteFailure(cause, 'chunk');
  if (Page) return <Page />;
  const retry = async () => {
    const loaded = await load();
    if (loaded.Component) setPage(() => loaded.Component as ComponentType);
  };
  return <RemoteFailurePage cause={cause} failure={failure} onRetry={retry} />;
}

function RemoteCrash() {
  const error = useRouteError();
  const failure = useRemoteFailure(error, 'render');
  const navigate = useNavigate();
  return (
    <RemoteFailurePage
      cause={error}
      failure={failure}
      onRetry={() => navigate('.', { replace: true, relative: 'path' })}
    />
  );
}

export type Remotes = ReturnType<typeof createRemotes>;

interface Surroundings {
  /** The address of a document that the server rendered for nobody, which only the pattern of pages matches. */
  readonly unowned?: string | null;
  /** Goes to a page of another generation. */
  readonly cross?: (pathname: string, signal: AbortSignal) => Promise<void>;
}

export function createRemotes(remotes: Platform['remotes'], { unowned = null, cross }: Surroundings = {}) {
  const loader = createCodeLoader(remotes);
  const mounted = new Set<string>();
  const isStaffOnly = (name: string) => remotes[name]?.staffOnly ?? false;
  const elsewhere = new Set(Object.keys(remotes).filter((name) => isOfOtherGeneration(remotes[name])));
  const isElsewhere = (name: string | undefined) => name !== undefined && elsewhere.has(name);
  /** Ranking all patterns takes time, and a click asks at each of its steps. */
  const owners = new Map<string, string | undefined>(unowned === null ? [] : [[unowned, undefined]]);
  function owner(pathname: string): string | undefined {
    if (!owners.has(pathname)) owners.set(pathname, ownerOf(remotes, pathname));
    return owners.get(pathname);
  }

  return {
    ...loader,
    owner,
    isStaffOnly,
    isElsewhere,
    isMounted: (name: string) => mounted.has(name),
    noteMounted: (name: string) => mounted.add(name),
    /**
     * Patches the owner's routes into the router's tree once; those for staff with a session only. The router ignores
     * what a navigation patches that another one has replaced.
     */
    async discover(pathname: string, patch: (routes: RouteObject[]) => void, signal: AbortSignal): Promise<void> {
      const name = owner(pathname);
      if (!name || mounted.has(name)) return;
      if (isElsewhere(name)) return cross?.(pathname, signal);
      if (isStaffOnly(name) && (await sessionKnown()).status !== 'signed-in') return;
      try {
        const module = await loader.load(name);
        if (signal.aborted || mounted.has(name)) return;
        mounted.add(name);
        patch(mountRoutes(module));
      } catch (error) {
        // The catch-all route shows the failure; the router itself must not reject.
        console.error(`remote ${name} could not be loaded:`, error);
      }
    },
  };
}
