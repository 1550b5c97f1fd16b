import type { FollowedContent } from '../../content/follow.ts';
import type { Versions } from '../../content/versions.ts';
import type { Entry } from './rooms.ts';

/** After one change. What was read less waits for its next reader. */
const MOST = 50;

interface Kept {
  readonly content: FollowedContent;
  readonly entries: () => Iterable<Entry>;
  readonly isRight: (entry: Entry, versions: Versions) => boolean;
  /** Makes it anew. */
  readonly renew: (entry: Entry, versions: Versions) => Promise<unknown>;
  /** Does it when nobody else has any work to do. */
  readonly beside: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * After a change, makes those anew that it dropped and that were asked for since they were made, one after the other, the
 * most read first, while nobody waits for anything.
 */
export function renewBeside({ content, entries, isRight, renew, beside }: Kept): void {
  let left = 0;
  let isRunning = false;

  function mostRead(versions: Versions): Entry | undefined {
    let most: Entry | undefined;
    for (const entry of entries()) {
      if (entry.timesAsked > (most?.timesAsked ?? 0) && !isRight(entry, versions)) most = entry;
    }
    return most;
  }

  async function renewOne(): Promise<boolean> {
    const versions = await content.current();
    const entry = versions && mostRead(versions);
    if (!entry) return false;
    entry.timesAsked = 0;
    // Who asks for it hears of what goes wrong.
    await renew(entry, versions).catch(() => undefined);
    return true;
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (left > 0 && (await beside(renewOne))) left -= 1;
    isRunning = false;
  }

  content.onChange(() => {
    left = MOST;
    if (!isRunning) void run();
  });
}
