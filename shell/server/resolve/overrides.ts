import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Platform } from '@ki/shared/contract/registry.ts';
import { limitedFetch } from '@ki/shared/http/limited-fetch.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { OVERRIDE_VERSION, type Overrides } from '../../src/overrides/overrides.ts';
import type { Config } from '../config.ts';
import type { MaybePromise } from '../http/http-response.ts';
import type { ReleaseSet } from '../types.ts';

export const COOKIE = 'overrides';
const VALID_S = 12 * 60 * 60;
const MAX_LENGTH = 3_000;
/** Accounts that lose the staff right keep their overrides for at most this long. */
const STAFF_TTL_MS = 30_000;
const MAX_ACCOUNTS = 1_000;
const QUERY_TIMEOUT_MS = 4_000;

const payloadSchema = z.object({
  overrides: z.record(z.string(), z.string()),
  /** The account with the right; `null` where everybody has it. */
  account: z.uuid().nullable(),
  until: z.number(),
});

interface StoredOverrides {
  readonly overrides: Overrides;
  readonly account: string | null;
}

const signature = (payload: string, secret: string) => createHmac('sha256', secret).update(payload).digest();

function isSignedBy(secret: string, payload: string, signed: string): boolean {
  const expected = signature(payload, secret);
  const given = Buffer.from(signed, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function overrideCookie({ overrides, account }: StoredOverrides, secret: string, isSecure: boolean): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  if (Object.keys(overrides).length === 0) return `${COOKIE}=; Max-Age=0; ${attributes}`;
  const until = Math.floor(Date.now() / 1_000) + VALID_S;
  const payload = Buffer.from(JSON.stringify({ overrides, account, until })).toString('base64url');
  return `${COOKIE}=${payload}.${signature(payload, secret).toString('base64url')}; Max-Age=${VALID_S}; ${attributes}`;
}

export function readOverrideCookie(cookies: string | null, secret: string): StoredOverrides | null {
  const value = /(?:^|;\s*)overrides=([\w-]+)\.([\w-]+)(?:;|$)/.exec(cookies?.slice(0, 2 * MAX_LENGTH) ?? '');
  const [, payload, signed] = value ?? [];
  if (!payload || !signed || payload.length > MAX_LENGTH || !isSignedBy(secret, payload, signed)) return null;
  // An earlier shell may have signed another form.
  const parsed = payloadSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return parsed.success && parsed.data.until * 1_000 > Date.now() ? parsed.data : null;
}

export async function queryRight(
  { url, key }: Config['supabase'],
  name: 'is_staff' | 'account_is_staff',
  args: object,
  token?: string,
): Promise<boolean> {
  const response = await limitedFetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: key,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(args),
    signal: AbortSignal.timeout(QUERY_TIMEOUT_MS),
  });
  return response.ok && (await response.json()) === true;
}

/** `null` when the account is no longer staff, or the database does not respond. */
export function readOverrides(
  { overrides: settings, supabase }: Pick<Config, 'overrides' | 'supabase'>,
  staffTtlMs = STAFF_TTL_MS,
) {
  const accounts = new LRUCache<string, Promise<boolean>>({ max: MAX_ACCOUNTS, ttl: staffTtlMs });

  function isStaff(account: string): Promise<boolean> {
    const known = accounts.get(account);
    if (known) return known;
    const result = queryRight(supabase, 'account_is_staff', { account }).catch(() => {
      accounts.delete(account);
      return false;
    });
    accounts.set(account, result);
    return result;
  }

  return (cookies: string | null): MaybePromise<Overrides | null> => {
    const stored = cookies === null ? null : readOverrideCookie(cookies, settings.secret);
    if (!stored || !settings.isStaffOnly) return stored?.overrides ?? null;
    if (stored.account === null) return null;
    return isStaff(stored.account).then((isStill) => (isStill ? stored.overrides : null));
  };
}

/** Code from a development server has no hash: the server never runs it, and only this document allows its origin. */
export function withOverrides(releaseSet: ReleaseSet, overrides: Overrides): ReleaseSet {
  const live = new Map(releaseSet.live);
  const remotes: Record<string, Platform['remotes'][string]> = { ...releaseSet.platform.remotes };
  for (const [name, origin] of Object.entries(overrides)) {
    const [remote, known] = [live.get(name), remotes[name]];
    if (!remote || !known) continue;
    live.set(name, { release: remote.release, address: remote.address, folder: `${origin}/` });
    remotes[name] = {
      ...known,
      version: OVERRIDE_VERSION,
      entry: `${origin}/remoteEntry.js`,
      integrity: '',
      override: origin,
      needsRuntime: true,
    };
  }
  return { ...releaseSet, live, platform: { ...releaseSet.platform, remotes } };
}
