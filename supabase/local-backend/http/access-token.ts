import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const roles = ['anon', 'authenticated', 'service_role'] as const;

const claimsSchema = z.object({
  role: z.enum(roles),
  exp: z.number(),
  sub: z.string().optional(),
});

export type Claims = z.infer<typeof claimsSchema>;

/** What is wrong with a token, for the caller to word. */
export type TokenFault = 'malformed' | 'unsigned' | 'expired' | 'unacceptable';

/**
 * Reads a token that this backend signed. Lite takes every role that the database knows, superusers included, takes
 * tokens that never expire, and serves a token without a signature as a visitor's.
 */
export function readAccessToken(token: string, jwtSecret: string, now = Date.now()): Claims | TokenFault {
  const [header, payload, signature, ...more] = token.split('.');
  if (!header || !payload || !signature || more.length > 0) return 'malformed';
  const { alg } = parse(header) as { alg?: unknown };
  if (alg !== 'HS256' || !isSignedBy(jwtSecret, `${header}.${payload}`, signature)) return 'unsigned';
  const claims = claimsSchema.safeParse(parse(payload));
  if (!claims.success) return 'unacceptable';
  return claims.data.exp * 1000 > now ? claims.data : 'expired';
}

function isSignedBy(secret: string, content: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(content).digest();
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parse(part: string): object {
  try {
    return Object(JSON.parse(Buffer.from(part, 'base64url').toString()));
  } catch {
    return {};
  }
}
