import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Platform } from '@ki/shared/contract/registry.ts';
import { limitedBody, limitedFetch } from '@ki/shared/http/limited-fetch.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { OVERRIDE_VERSION, type Overrides } from '../../src/overrides/overrides.ts';
import type { Config } from '../config.ts';
import { type HttpRequest, jsonIn, rateLimit } from '../http/http-request.ts';
import { json, type MaybePromise, type TextResponse } from '../http/http-response.ts';
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

type StoredOverrides = Readonly<Omit<z.infer<typeof payloadSchema>, 'until'>>;

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

async function queryRight(
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
  const accounts: LRUCache<string, Promise<boolean>> = new LRUCache({
    max: MAX_ACCOUNTS,
    ttl: staffTtlMs,
    memoMethod: (account) =>
      queryRight(supabase, 'account_is_staff', { account }).catch(() => {
        accounts.delete(account);
        return false;
      }),
  });

  return (cookies: string | null): MaybePromise<Overrides | null> => {
    const stored = cookies === null ? null : readOverrideCookie(cookies, settings.secret);
    if (!stored || !settings.isStaffOnly) return stored?.overrides ?? null;
    if (stored.account === null) return null;
    return accounts.memo(stored.account).then((isStill) => (isStill ? stored.overrides : null));
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

const MAX_BYTES = 2_048;
const PER_MINUTE = 30;
const LOOPBACK = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;

const bodySchema = z.strictObject({ overrides: z.record(z.string(), z.string()) });
const claimsSchema = z.object({ sub: z.uuid() });

const errorText = (status: number, message: string): TextResponse => json(status, { message });

export function allowedOrigin(address: string, listed: readonly string[]): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.pathname !== '/' || url.search || url.hash) {
    return null;
  }
  return LOOPBACK.test(url.origin) || listed.includes(url.origin) ? url.origin : null;
}

/** The origin check protects against cross-site requests. */
function isSameOrigin({ headers }: HttpRequest): boolean {
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  return site === 'same-origin' && /^application\/json\b/.test(headers.get('content-type') ?? '');
}

/** The database has verified the token already. */
function accountIn(token: string): string {
  const [, claims = ''] = token.split('.');
  return claimsSchema.parse(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))).sub;
}

export function createOverrideSetter({ overrides: settings, supabase, siteUrl }: Config) {
  const allows = rateLimit(PER_MINUTE);

  async function accountOf(request: HttpRequest): Promise<string | null | TextResponse> {
    if (!settings.isStaffOnly) return null;
    const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
    if (!token) return errorText(401, 'Only staff may use overrides here. Sign in first.');
    const isStaff = await queryRight(supabase, 'is_staff', {}, token);
    return isStaff ? accountIn(token) : errorText(403, 'Only staff may use overrides here.');
  }

  function checked(wanted: Overrides, remotes: ReadonlySet<string>): Overrides | string {
    const origins: Record<string, string> = {};
    for (const [name, address] of Object.entries(wanted)) {
      const origin = allowedOrigin(address, settings.origins);
      if (!remotes.has(name)) return `There is no remote ${name}; there are ${[...remotes].join(', ')}.`;
      if (!origin) return `${address} is not allowed; expected an origin like http://127.0.0.1:4001.`;
      origins[name] = origin;
    }
    return origins;
  }

  return async (request: HttpRequest, remotes: ReadonlySet<string>): Promise<TextResponse> => {
    if (!allows(request)) return errorText(429, 'Too many requests. Wait a minute.');
    if (!isSameOrigin(request)) return errorText(403, 'Overrides are set by the panel of this site only.');
    const wanted = jsonIn(await limitedBody(request, MAX_BYTES), bodySchema)?.overrides;
    if (!wanted) return errorText(400, 'Expected {"overrides": {"mf-name": "http://127.0.0.1:4001"}}.');
    const overrides = checked(wanted, remotes);
    if (typeof overrides === 'string') return errorText(400, overrides);
    // Everybody may delete overrides.
    const account = Object.keys(overrides).length > 0 ? await accountOf(request) : null;
    if (typeof account === 'object' && account !== null) return account;
    const cookie = overrideCookie({ overrides, account }, settings.secret, siteUrl.startsWith('https:'));
    return { status: 204, headers: { 'set-cookie': cookie, 'cache-control': 'no-store' }, body: '' };
  };
}
