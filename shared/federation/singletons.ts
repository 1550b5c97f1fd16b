/**
 * Modules that exist once per page and once per server process: the shell provides them, remotes only consume them.
 * Import them by exactly these names, never by a relative path, else a remote bundles a second copy.
 * See docs/decisions/0003.
 */
export const SINGLETONS = [
  'react',
  'react-dom',
  'react-router-dom',
  'styled-components',
  '@ki/shared/data/clients.ts',
  '@ki/shared/session/session-store.ts',
] as const;

export type Singleton = (typeof SINGLETONS)[number];
