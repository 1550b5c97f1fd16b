/** Modules that exist once per page: a relative import would bundle a second copy. */
export const SINGLETONS = [
  'react',
  'react-dom',
  'react-router-dom',
  'styled-components',
  '@ki/shared/contract/site.ts',
  '@ki/shared/data/clients.ts',
  '@ki/shared/session/session-store.ts',
] as const;

export type Singleton = (typeof SINGLETONS)[number];
