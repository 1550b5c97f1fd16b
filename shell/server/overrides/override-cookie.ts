import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Overrides } from '../../src/overrides/overrides.ts';

const NAME = 'overrides';
const VALID_S = 12 * 60 * 60;
const MAX_LENGTH = 3_000;

const payloadSchema = z.object({
  overrides: z.record(z.string(), z.string()),
  /** Whose right it is to have them, by the id of the account; `null` where everybody may. */
  account: z.uuid().nullable(),
  /** Unix time in seconds. */
  until: z.number(),
});

/** What a browser keeps. */
export interface KeptOverrides {
  readonly overrides: Overrides;
  readonly account: string | null;
}

const signature = (payload: string, secret: string) => createHmac('sha256', secret).update(payload).digest();

function isSignedBy(secret: string, payload: string, signed: string): boolean {
  const expected = signature(payload, secret);
  const given = Buffer.from(signed, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The cookie that keeps a visitor's overrides, or ends them when there are none. Nobody can make one without the secret. */
export function overrideCookie({ overrides, account }: KeptOverrides, secret: string, isSecure: boolean): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  if (Object.keys(overrides).length === 0) return `${NAME}=; Max-Age=0; ${attributes}`;
  const until = Math.floor(Date.now() / 1_000) + VALID_S;
  const payload = Buffer.from(JSON.stringify({ overrides, account, until })).toString('base64url');
  return `${NAME}=${payload}.${signature(payload, secret).toString('base64url')}; Max-Age=${VALID_S}; ${attributes}`;
}

/** What a request's cookies carry; `null` when there are none, or they are forged, foreign or over. */
export function readOverrideCookie(cookies: string | null, secret: string): KeptOverrides | null {
  const value = /(?:^|;\s*)overrides=([\w-]+)\.([\w-]+)(?:;|$)/.exec(cookies?.slice(0, 2 * MAX_LENGTH) ?? '');
  const [, payload, signed] = value ?? [];
  if (!payload || !signed || payload.length > MAX_LENGTH || !isSignedBy(secret, payload, signed)) return null;
  // What an earlier shell has signed may have another form.
  const parsed = payloadSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return parsed.success && parsed.data.until * 1_000 > Date.now() ? parsed.data : null;
}
