import type { CacheTag } from '@ki/shared/data/cache-tags.ts';
import type { MaybePromise } from '../http/http-response.ts';
import type { TagVersionSource, TagVersions } from './tag-versions.ts';

interface Settings {
  readonly tag: CacheTag;
  readonly tagVersions: Pick<TagVersionSource, 'current'>;
  /** The name of what is read, in the log. */
  readonly what: string;
  /** Reads what has the tag, and applies it. */
  readonly take: () => Promise<void>;
  /** Runs while nothing was ever taken. Never rejects. */
  readonly orElse?: () => Promise<void>;
}

/** Brings the state up to date. `false` when it cannot be read: the last known state stays in force. Never rejects. */
export type Update = () => MaybePromise<boolean>;

/** Takes again what has a cache tag whenever the tag has another version. Resolves at once while it has the same. */
export function followTag({ tag, tagVersions, what, take, orElse }: Settings): Update {
  let version: string | null = null;
  let problem: string | null = null;
  let reading: { readonly version: string; readonly done: Promise<boolean> } | null = null;

  async function failed(error: unknown): Promise<false> {
    const fault = error instanceof Error ? error.message : String(error);
    if (fault !== problem) console.error(`${what} cannot be read, the last known state stays in force: ${fault}`);
    problem = fault;
    if (version === null) await orElse?.();
    return false;
  }

  async function takeAt(asked: string): Promise<boolean> {
    try {
      await take();
      version = asked;
      problem = null;
      return true;
    } catch (error) {
      return failed(error);
    }
  }

  function updateTo(versions: TagVersions | null): MaybePromise<boolean> {
    if (!versions) return version === null ? failed(new Error('the database does not respond')) : false;
    if (versions[tag] === version) return true;
    if (reading?.version !== versions[tag]) {
      const done = takeAt(versions[tag]).finally(() => {
        if (reading?.done === done) reading = null;
      });
      reading = { version: versions[tag], done };
    }
    return reading.done;
  }

  return () => {
    const versions = tagVersions.current();
    return versions instanceof Promise ? versions.then(updateTo) : updateTo(versions);
  };
}
