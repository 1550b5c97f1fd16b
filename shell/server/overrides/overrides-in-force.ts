import { LRUCache } from 'lru-cache';
import type { Overrides } from '../../src/overrides/overrides.ts';
import type { Config } from '../config.ts';
import { readOverrideCookie } from './override-cookie.ts';
import { isStaffAccount } from './staff.ts';

/** Who loses the rights keeps an override for at most this long. */
const ASK_AGAIN_MS = 30_000;
const MAX_ACCOUNTS = 1_000;

/**
 * The overrides of a request's cookies that hold at present; `null` when there are none, or whoever set them is no longer
 * staff, or the database cannot say. See docs/decisions/0018.
 */
export function overridesInForce(
  { overrides: settings, supabase }: Pick<Config, 'overrides' | 'supabase'>,
  askAgainMs = ASK_AGAIN_MS,
) {
  const answers = new LRUCache<string, Promise<boolean>>({ max: MAX_ACCOUNTS, ttl: askAgainMs });

  function isStaff(account: string): Promise<boolean> {
    const known = answers.get(account);
    if (known) return known;
    const answer = isStaffAccount(supabase, account).catch(() => {
      answers.delete(account);
      return false;
    });
    answers.set(account, answer);
    return answer;
  }

  return (cookies: string | null): Overrides | null | Promise<Overrides | null> => {
    const kept = cookies === null ? null : readOverrideCookie(cookies, settings.secret);
    if (!kept || !settings.isStaffOnly) return kept?.overrides ?? null;
    return kept.account === null ? null : isStaff(kept.account).then((isStill) => (isStill ? kept.overrides : null));
  };
}
