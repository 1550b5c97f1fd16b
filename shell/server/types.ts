/** Types that the rooms of the server pass to each other. */
import type { Platform } from '@ki/shared/contract/registry.ts';
import type { Release, ReleaseFile } from '../registry/schema.ts';

export interface LiveRemote {
  readonly release: Release;
  readonly folder: string;
  readonly address: (file: ReleaseFile) => string;
  /** Where this machine reads a file; by default its address. */
  readonly source?: (file: ReleaseFile) => string;
  readonly fallback?: LiveRemote;
  readonly comparison?: { readonly since: string; readonly canary: string };
}

/** One release for each remote, the same in the server and the browser. See docs/ship.md. */
export interface ReleaseSet {
  /** Names of the remotes with a canary; `''` for none. Equal for all visitors of one set. */
  readonly canaries: string;
  readonly live: ReadonlyMap<string, LiveRemote>;
  readonly platform: Platform;
}

export interface CacheKey {
  /** Unique among the targets of all release sets that are in force. */
  readonly key: string;
  readonly pathname: string;
  readonly search: string;
}

export interface PageTarget extends CacheKey {
  readonly kind: 'page' | 'data';
  readonly owner: string | undefined;
  readonly remote: LiveRemote | undefined;
  /** The route pattern of the remote; `''` for none. */
  readonly pattern: string;
}

export interface ResourceTarget extends CacheKey {
  readonly kind: 'resource';
  /** The remote that declares the resource; `undefined` when all have to be asked. */
  readonly owner: string | undefined;
  /** The page of this address, in case that no remote has the resource. */
  readonly page: PageTarget;
}

/** The text of a page as Markdown; `pathname` is the page's. */
export interface MarkdownTarget extends CacheKey {
  readonly kind: 'markdown';
  readonly owner: string;
  readonly remote: LiveRemote;
  readonly pattern: string;
  /** Asked for at the page's own address by `Accept`, not by the ending `.md`. */
  readonly isNegotiated: boolean;
  /** The page of the address that was asked for, in case that it has no text. */
  readonly page: PageTarget;
}

export type Target = PageTarget | ResourceTarget | MarkdownTarget;

/** How the owner's code did; `unknown` when the page says nothing about it. */
export type Outcome = 'rendered' | 'failed' | 'unknown';
