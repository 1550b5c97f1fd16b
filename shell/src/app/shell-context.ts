import type { Platform } from '@ki/shared/contract/registry.ts';
import { createContext, useContext } from 'react';
import type { RemoteFailure } from '../remotes/remote-failure.ts';

/** Facts about remotes that components ask for. */
export interface KnownRemotes {
  readonly owner: (pathname: string) => string | undefined;
  readonly isMounted: (name: string) => boolean;
  readonly isStaffOnly: (name: string) => boolean;
  readonly versionOf: (name: string) => string;
  readonly failureOf: (name: string) => RemoteFailure | null;
  readonly loadPage: (name: string, pathname: string) => Promise<void>;
}

export interface ShellContext {
  readonly platform: Platform;
  readonly remotes: KnownRemotes;
  /** Whether a location, by its key, is the document's own and was not left since. */
  readonly isOfDocument: (locationKey: string) => boolean;
  readonly isServerRendered: boolean;
  /** The page keeps its server-rendered HTML, as its remote's code could not be loaded. */
  readonly failedHydration: { readonly remote: string; readonly overlayHeader: boolean } | null;
}

const Context = createContext<ShellContext | null>(null);

export const ShellProvider = Context.Provider;

export function useShell(): ShellContext {
  const context = useContext(Context);
  if (!context) throw new Error('useShell needs a ShellProvider');
  return context;
}
