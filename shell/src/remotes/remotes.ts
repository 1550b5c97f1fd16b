import type { Platform } from '@ki/shared/contract/registry.ts';
import { sessionKnown } from '@ki/shared/session/session-store.ts';
import type { RouteObject } from 'react-router-dom';
import { createCodeLoader } from './code-loader.ts';
import { mountRoutes } from './mount-routes.tsx';
import { isOfOtherGeneration, ownerOf } from './owner.ts';

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
