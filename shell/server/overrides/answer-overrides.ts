import { limitedBody } from '@ki/shared/http/limited-body.ts';
import { z } from 'zod';
import type { Overrides } from '../../src/overrides/overrides.ts';
import type { Config } from '../config.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { type Context, json, type TextReply } from '../http/reply.ts';
import type { WebRequest } from '../http/web-request.ts';
import { allowedOrigin } from './allowed-origins.ts';
import { overrideCookie } from './override-cookie.ts';
import { staffAccountOf } from './staff.ts';

const MAX_BYTES = 2_048;
const PER_MINUTE = 30;

const bodySchema = z.strictObject({ overrides: z.record(z.string(), z.string()) });

const refused = (status: number, message: string): TextReply => json(status, { message });

function parse(body: Buffer | null): Overrides | null {
  try {
    return bodySchema.parse(JSON.parse(String(body ?? ''))).overrides;
  } catch {
    return null;
  }
}

/** Another site's page must not be able to set overrides for who visits it. */
function isFromThisSite({ headers }: WebRequest): boolean {
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  return site === 'same-origin' && /^application\/json\b/.test(headers.get('content-type') ?? '');
}

/** Takes the overrides that a visitor wants from now on, and answers with the cookie that keeps them. */
export function createOverrideAnswers({ overrides: settings, supabase, siteUrl, proxies }: Config) {
  const allows = rateLimit(PER_MINUTE, proxies);

  /** The account that has the right to overrides, `null` where everybody has; or why not. */
  async function ownerOf(request: WebRequest): Promise<string | null | TextReply> {
    if (!settings.isStaffOnly) return null;
    const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
    if (!token) return refused(401, 'Only staff may use overrides here. Sign in first.');
    return (await staffAccountOf(supabase, token)) ?? refused(403, 'Only staff may use overrides here.');
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

  return async (request: WebRequest, context: Context, remotes: ReadonlySet<string>): Promise<TextReply> => {
    if (!allows(request, context)) return refused(429, 'Too many requests. Wait a minute.');
    if (!isFromThisSite(request)) return refused(403, 'Overrides are set by the panel of this site only.');
    const wanted = parse(await limitedBody(request, MAX_BYTES));
    if (!wanted) return refused(400, 'Expected {"overrides": {"mf-name": "http://127.0.0.1:4001"}}.');
    const overrides = checked(wanted, remotes);
    if (typeof overrides === 'string') return refused(400, overrides);
    // Ending them is everybody's right.
    const owner = Object.keys(overrides).length > 0 ? await ownerOf(request) : null;
    if (typeof owner === 'object' && owner !== null) return owner;
    const cookie = overrideCookie({ overrides, account: owner }, settings.secret, siteUrl.startsWith('https:'));
    return { status: 204, headers: { 'set-cookie': cookie, 'cache-control': 'no-store' }, body: '' };
  };
}
