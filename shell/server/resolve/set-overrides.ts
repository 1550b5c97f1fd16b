import { limitedBody } from '@ki/shared/http/limited-fetch.ts';
import { z } from 'zod';
import type { Overrides } from '../../src/overrides/overrides.ts';
import type { Config } from '../config.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { json, type TextResponse } from '../http/http-response.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { overrideCookie, queryRight } from './overrides.ts';

const MAX_BYTES = 2_048;
const PER_MINUTE = 30;
const LOOPBACK = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;

const bodySchema = z.strictObject({ overrides: z.record(z.string(), z.string()) });
const claimsSchema = z.object({ sub: z.uuid() });

const errorText = (status: number, message: string): TextResponse => json(status, { message });

function parse(body: Buffer | null): Overrides | null {
  try {
    return bodySchema.parse(JSON.parse(String(body ?? ''))).overrides;
  } catch {
    return null;
  }
}

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
    const wanted = parse(await limitedBody(request, MAX_BYTES));
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
