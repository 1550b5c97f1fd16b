import type { Platform } from '@ki/shared/contract/registry.ts';
import { createContext, useContext } from 'react';
import type { KnownRemotes } from '../remotes/known-remotes.ts';

export interface Stranded {
  readonly remote: string;
  readonly overlayHeader: boolean;
}

/** What the shell's own components know of the platform. */
export interface ShellContext {
  readonly platform: Platform;
  readonly remotes: KnownRemotes;
  /** Whether the document came with a navigation, by its key, and has not been left since. */
  readonly isOfDocument: (locationKey: string) => boolean;
  /** The page whose server-rendered HTML stays in place because the code of its remote could not be loaded. */
  readonly stranded: Stranded | null;
}

const Context = createContext<ShellContext | null>(null);

export const ShellProvider = Context.Provider;

export function useShell(): ShellContext {
  const context = useContext(Context);
  if (!context) throw new Error('useShell needs a ShellProvider');
  return context;
}
