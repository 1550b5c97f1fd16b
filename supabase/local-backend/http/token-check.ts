import type { Keys } from '../keys.ts';
import { type Claims, readAccessToken, type TokenFault } from './access-token.ts';
import { Refusal, type Service } from './refusal.ts';

const messages: Record<TokenFault, string> = {
  malformed: 'The access token is malformed',
  unsigned: 'The access token is not signed by this backend',
  expired: 'JWT expired',
  unacceptable: 'The access token has no expiry or a role that may not be used here',
};

/** The claims of the request's bearer token; nothing when it carries none but an API key. */
export function checkToken(request: Request, service: Service, { jwtSecret }: Keys): Claims | undefined {
  const [, token] = /^Bearer\s+(.*)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  // Clients of Supabase send their API key as the bearer token as long as nobody is signed in.
  if (token === undefined || token.startsWith('sb_')) return undefined;
  const claims = readAccessToken(token.trim(), jwtSecret);
  if (typeof claims === 'string') throw invalidToken(claims, service);
  return claims;
}

/** Whether a request comes from somebody who is not known, as the backend itself is by its secret key. */
export function isVisitor({ headers }: Request, claims: Claims | undefined, { serviceRole }: Keys): boolean {
  if (claims) return claims.role === 'anon';
  return headers.get('apikey') !== serviceRole && headers.get('authorization') !== `Bearer ${serviceRole}`;
}

/** Functions act for somebody who is signed in. */
export function requireUser(claims: Claims | undefined): string {
  if (claims?.role !== 'authenticated' || !claims.sub) {
    throw new Refusal(401, 'unauthorized', 'A signed-in user’s access token is required');
  }
  return claims.sub;
}

function invalidToken(fault: TokenFault, service: Service): Refusal {
  const message = messages[fault];
  if (service === 'auth') return new Refusal(403, 'bad_jwt', `invalid JWT: ${message}`);
  if (service === 'functions') return new Refusal(401, 'invalid_jwt', message);
  return new Refusal(401, fault === 'expired' ? 'PGRST303' : 'PGRST301', message, { 'www-authenticate': 'Bearer' });
}
