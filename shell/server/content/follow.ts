import { TURN_MS, turnAt } from '@ki/shared/contract/turn.ts';
import type { SiteConfig } from '../../registry/site-config.ts';
import { announcedTelling } from './announced.ts';
import { followBroadcasts } from './broadcasts.ts';
import { type Current, createLease } from './lease.ts';
import { askDatabase } from './question.ts';
import { followTelling } from './telling.ts';
import type { Versions } from './versions.ts';

/** How old an answer of a hosted project may be: what was written shows within a second. */
const HOSTED_HOLDS_MS = 800;
const LOOPBACK = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/;

/** What changes of what visitors can see. */
export interface FollowedContent {
  /** The versions now: of a backend on this machine, no older than what was acknowledged before this was called. */
  readonly current: () => Current;
  /** Calls back whenever they may have changed, also by the time. */
  readonly onChange: (listener: () => void) => void;
}

/** Versions with the turn of ads in them, as one changes without a write. The same object for the same. */
function inTurns(): (versions: Versions) => Versions {
  let last: { readonly of: Versions; readonly turn: number; readonly versions: Versions } | undefined;
  return (of) => {
    const turn = turnAt(Date.now());
    if (last?.of !== of || last.turn !== turn) last = { of, turn, versions: { ...of, ads: `${of.ads} ${turn}` } };
    return last.versions;
  };
}

function atEachTurn(tell: () => void): void {
  setTimeout(
    () => {
      tell();
      atEachTurn(tell);
    },
    TURN_MS - (Date.now() % TURN_MS),
  ).unref();
}

/** Where the versions come from: a backend on this machine tells, any other is asked. */
async function sourceOf({ dataDir, supabase }: SiteConfig, tell: () => void) {
  if (!LOOPBACK.test(supabase.url)) {
    const lease = createLease({ ask: askDatabase, holdsMs: HOSTED_HOLDS_MS, onChange: tell });
    await followBroadcasts(supabase, () => {
      lease.forget();
      tell();
    });
    return lease.current;
  }
  const asked = createLease({ ask: askDatabase, holdsMs: 0, onChange: tell });
  const telling = await followTelling(() => announcedTelling(dataDir, supabase.url), tell);
  return () => (telling.isFound() ? telling.current() : asked.current());
}

/** Follows the versions of what visitors can see. See docs/decisions/0037. */
export async function followContent(config: SiteConfig): Promise<FollowedContent> {
  const listeners: (() => void)[] = [];
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const source = await sourceOf(config, tell);
  const inTurn = inTurns();
  atEachTurn(tell);
  return {
    current() {
      const versions = source();
      if (versions instanceof Promise) return versions.then((known) => known && inTurn(known));
      return versions && inTurn(versions);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
