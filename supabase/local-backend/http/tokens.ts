import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Keys } from '../keys.ts';
import { ApiError, type Service } from './api-error.ts';
import { parseJson } from './requests.ts';

const claimsSchema = z.object({
  role: z.enum(['anon', 'authenticated', 'service_role']),
  exp: z.number(),
  sub: z.string().optional(),
});

export type Claims = z.infer<typeof claimsSchema>;

const faults = {
  malformed: 'The access token is malformed',
  unsigned: 'The access token is not signed by this backend',
  expired: 'JWT expired',
  unacceptable: 'The access token has no expiry or a role that may not be used here',
};

/** Reads a token that this backend signed; lite accepts every role, and tokens without expiry or signature. */
export function readAccessToken(token: string, jwtSecret: string, now = Date.now()): Claims | keyof typeof faults {
  const [header, payload, signature, ...more] = token.split('.');
  if (!header || !payload || !signature || more.length > 0) return 'malformed';
  const { alg } = decoded(header) as { alg?: unknown };
  if (alg !== 'HS256' || !isSignedBy(jwtSecret, `${header}.${payload}`, signature)) return 'unsigned';
  const claims = claimsSchema.safeParse(decoded(payload));
  if (!claims.success) return 'unacceptable';
  return claims.data.exp * 1000 > now ? claims.data : 'expired';
}

export function signToken(claims: object, jwtSecret: string): string {
  const content = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${content}.${signatureOf(content, jwtSecret).toString('base64url')}`;
}

/** The claims of a token that was checked before, or just made. */
export function claimsIn(token: string): { sub?: string; session_id?: string } {
  return decoded(token.split('.')[1] ?? '');
}

function isSignedBy(secret: string, content: string, signature: string): boolean {
  const expected = signatureOf(content, secret);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(content: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(content).digest();
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decoded(part: string): object {
  return Object(parseJson(Buffer.from(part, 'base64url').toString()));
}

export function checkToken(request: Request, service: Service, { jwtSecret }: Keys): Claims | undefined {
  const [, token] = /^Bearer\s+(.*)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  // Clients of Supabase send their API key as the bearer token as long as nobody is signed in.
  if (token === undefined || token.startsWith('sb_')) return undefined;
  const claims = readAccessToken(token.trim(), jwtSecret);
  if (typeof claims !== 'string') return claims;
  const message = faults[claims];
  if (service === 'auth') throw new ApiError(403, 'bad_jwt', `invalid JWT: ${message}`);
  if (service === 'functions') throw new ApiError(401, 'invalid_jwt', message);
  if (service === 'storage') throw new ApiError(403, 'Unauthorized', message);
  const code = claims === 'expired' ? 'PGRST303' : 'PGRST301';
  throw new ApiError(401, code, message, { 'www-authenticate': 'Bearer' });
}

export function isAnonymous({ headers }: Request, claims: Claims | undefined, { serviceRole }: Keys): boolean {
  if (claims) return claims.role === 'anon';
  return headers.get('apikey') !== serviceRole && headers.get('authorization') !== `Bearer ${serviceRole}`;
}

export function requireUser(claims: Claims | undefined): string {
  if (claims?.role !== 'authenticated' || !claims.sub) {
    throw new ApiError(401, 'unauthorized', 'A signed-in user’s access token is required');
  }
  return claims.sub;
}
