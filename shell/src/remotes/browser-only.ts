import type { PublicRemote } from '@ki/shared/contract/registry.ts';

/** Whether the server leaves a remote's pages to the browser: it is for staff, or its code has no hash. */
export const isBrowserOnly = (remote: PublicRemote | undefined) =>
  remote !== undefined && (remote.staffOnly || remote.override !== undefined);
