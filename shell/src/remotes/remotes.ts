import type { Platform } from '@ki/shared/contract/registry.ts';
import { sessionKnown } from '@ki/shared/session/session-store.ts';
import type { RouteObject } from 'react-router-dom';
import { adoptRoutes } from './adopt.tsx';
import { type CodeLoader, createCodeLoader } from './code-loader.ts';
import type { KnownRemotes } from './known-remotes.ts';
import { ownerOf } from './owner.ts';

/** The remotes of this page: who owns what, and what has been loaded. */
export interface Remotes extends CodeLoader, KnownRemotes {
  readonly noteMounted: (name: string) => void;
  /** For the router: patches the owner's routes into the tree, unless they are there or nobody may see them. */
  readonly discover: (pathname: string, patch: (routes: RouteObject[]) => void) => Promise<void>;
}

export function createRemotes(remotes: Platform['remotes']): Remotes {
  const loader = createCodeLoader(remotes);
  const mounted = new Set<string>();
  const isStaffOnly = (name: string) => remotes[name]?.staffOnly ?? false;
  const owner = (pathname: string) => ownerOf(remotes, pathname);

  return {
    ...loader,
    owner,
    isStaffOnly,
    isMounted: (name) => mounted.has(name),
    noteMounted: (name) => mounted.add(name),
    async discover(pathname, patch) {
      const name = owner(pathname);
      if (!name || mounted.has(name)) return;
      if (isStaffOnly(name) && (await sessionKnown()).status !== 'signed-in') return;
      try {
        const module = await loader.load(name);
        if (mounted.has(name)) return;
        mounted.add(name);
        patch(adoptRoutes(module));
      } catch (error) {
        // The catch-all route then says so; the router itself must not fail.
        console.error(`remote ${name} could not be loaded:`, error);
      }
    },
  };
}
