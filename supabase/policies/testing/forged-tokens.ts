import { createHmac } from 'node:crypto';
import { inAnHour, signedToken } from '../../local-backend/fixtures/signed-token.ts';
import type { Keys } from '../../local-backend/keys.ts';

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with any header, signed as HS256 regardless of the header. */
function withHeader(secret: string, header: object, claims: object): string {
  const content = `${encoded(header)}.${encoded(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

/** Roles of the database that the API must not grant, and some that do not exist. */
const FOREIGN_ROLES = [
  'postgres',
  'supabase_admin',
  'supabase_auth_admin',
  'authenticator',
  'pg_read_all_data',
  'staff',
  '',
];

/** Tokens that name a staff account and must be refused, by their fault. */
export function forgedTokens({ jwtSecret, publishable }: Keys, sub: string): Readonly<Record<string, string>> {
  const claims = { role: 'authenticated', aud: 'authenticated', sub, exp: inAnHour() };
  const right = signedToken(jwtSecret, claims);
  const [header = '', payload = '', signature = ''] = right.split('.');
  const otherPayload = encoded({ ...claims, role: 'service_role' });
  return {
    'that has expired': signedToken(jwtSecret, { ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
    'that expired long ago': signedToken(jwtSecret, { ...claims, exp: 1 }),
    'without an expiry': signedToken(jwtSecret, { ...claims, exp: undefined }),
    'whose expiry is a text': signedToken(jwtSecret, { ...claims, exp: String(claims.exp) }),
    'whose claims were changed': `${header}.${otherPayload}.${signature}`,
    'whose signature was changed': `${header}.${payload}.${[...signature].reverse().join('')}`,
    'whose signature was cut': `${header}.${payload}.${signature.slice(0, -4)}`,
    'without a signature': `${header}.${payload}.`,
    'without its last part': `${header}.${payload}`,
    'with a part too many': `${right}.${signature}`,
    'of alg none, unsigned': `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'of alg none, with a signature': withHeader(jwtSecret, { alg: 'none' }, claims),
    'of alg nOnE': withHeader(jwtSecret, { alg: 'nOnE' }, claims),
    'without alg': withHeader(jwtSecret, { typ: 'JWT' }, claims),
    'of alg RS256': withHeader(jwtSecret, { alg: 'RS256' }, claims),
    'whose header is no object': `${Buffer.from('"HS256"').toString('base64url')}.${payload}.${signature}`,
    'signed with another secret': signedToken('another secret', claims),
    'signed with the publishable key': signedToken(publishable, claims),
    'signed with nothing': signedToken('', claims),
    'of service_role, signed with another secret': signedToken('another secret', { ...claims, role: 'service_role' }),
    'that brings its own key': withHeader('mine', { alg: 'HS256', jwk: { kty: 'oct', k: 'bWluZQ' } }, claims),
    'that names a file as its key': withHeader('', { alg: 'HS256', kid: '/dev/null' }, claims),
    'without a role': signedToken(jwtSecret, { ...claims, role: undefined }),
    'with several roles': signedToken(jwtSecret, { ...claims, role: ['authenticated', 'service_role'] }),
    'that is no token': 'not-a-token',
    'that is empty but for dots': '..',
    ...Object.fromEntries(
      FOREIGN_ROLES.map((role) => [`of the role '${role}'`, signedToken(jwtSecret, { ...claims, role })]),
    ),
  };
}
