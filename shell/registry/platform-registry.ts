import type { PublicKey } from './provenance/minisign.ts';
import type { DEFAULT_MARGIN, Registry, Release } from './schema.ts';
import type { StoreSettings } from './store/open-store.ts';
import type { VersionCounts } from './version-counts.ts';

/** Who makes a move, and why. */
export interface By {
  readonly author: string;
  readonly reason: string;
}

export interface Promotion extends By {
  /** Hash of the sources, when a start of the platform promotes. */
  readonly startedFrom?: string;
  /** Public address of the remote's store, when the platform's machine does not serve it. */
  readonly origin?: string;
}

export interface Canary extends By {
  /** By how many of 100 renders it may fail more than what is live. Without it as it is, at first {@link DEFAULT_MARGIN}. */
  readonly margin?: number;
}

/** Where a team ships to. */
export interface DeployTarget {
  readonly registry: PlatformRegistry;
  /** What this machine holds of the platform. */
  readonly dataDir: string;
  /** Where published files are. */
  readonly store: StoreSettings;
  /** Of which one must have signed what goes live; none: nothing need be signed. */
  readonly trustedKeys: readonly PublicKey[];
}

/** The registry of a platform, wherever it is kept. Each move is one write, whole or not at all; one that may not be made throws with the reason. */
export interface PlatformRegistry {
  /** What is live; an empty registry where nothing ever was. */
  readonly read: () => Promise<Registry>;
  /** Mends what a machine can mend by itself before a start. Resolves with what was wrong, `null` when nothing was. */
  readonly mend: () => Promise<string | null>;
  /** Makes a stored release known, for good. The same again changes nothing. */
  readonly publish: (release: Release) => Promise<void>;
  /** Has the platform's machine serve a remote that is not live yet. */
  readonly prepare: (name: string) => Promise<void>;
  /** Takes back `prepare`. */
  readonly unprepare: (name: string) => Promise<void>;
  /** Makes a published release the live one for everybody; a retired remote comes back. */
  readonly promote: (release: Release, promotion: Promotion) => Promise<void>;
  /** Makes a published release live for a percentage of the visitors, or, with 0, for none of them again. */
  readonly canary: (release: Release, percent: number, canary: Canary) => Promise<void>;
  /** Makes the release live again that was live before, for everybody. Resolves with its version. */
  readonly rollback: (name: string, by: By) => Promise<string>;
  /** Takes a remote out of the platform. It stays out until it is promoted again. */
  readonly retire: (name: string, by: By) => Promise<void>;
  /** Adds what a shell counted since it last told, and takes canaries back that fail by more than their margin. */
  readonly addCounts: (counts: readonly VersionCounts[]) => Promise<void>;
  /** What was counted of canaries and of what is live beside them; those in force say since when theirs count. */
  readonly readCounts: () => Promise<readonly VersionCounts[]>;
}
