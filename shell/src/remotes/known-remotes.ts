import type { CodeLoader } from './code-loader.ts';

/** What components may know of the remotes of this page. */
export interface KnownRemotes extends Pick<CodeLoader, 'versionOf' | 'problemOf' | 'loadPage'> {
  readonly owner: (pathname: string) => string | undefined;
  /** Its routes are in the tree. */
  readonly isMounted: (name: string) => boolean;
  readonly isStaffOnly: (name: string) => boolean;
}
