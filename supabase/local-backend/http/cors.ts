import { Refusal } from './refusal.ts';

const METHODS = 'GET, HEAD, POST, PATCH, PUT, DELETE';

const REQUEST_HEADERS = [
  'accept',
  'accept-profile',
  'apikey',
  'authorization',
  'cache-control',
  'content-profile',
  'content-type',
  'prefer',
  'range',
  'range-unit',
  'x-client-info',
  'x-region',
  'x-retry-count',
  'x-supabase-api-version',
].join(', ');

const RESPONSE_HEADERS =
  'content-range, content-location, preference-applied, retry-after, sb-error-code, x-sb-error-code';

/** A day. Browsers cap it, and ask before a call only when it has passed. */
const MAX_AGE = '86400';

/** The headers that let the request's origin read the answer. An origin that is not allowed is refused. */
export function corsHeaders(request: Request, siteOrigins: readonly string[]): Record<string, string> {
  const origin = request.headers.get('origin');
  if (!origin) return { vary: 'Origin' };
  if (!siteOrigins.includes(origin) && !isLoopback(origin)) {
    throw new Refusal(403, 'origin_not_allowed', 'This origin may not use this backend', { vary: 'Origin' });
  }
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': RESPONSE_HEADERS, vary: 'Origin' };
}

export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
}

export function preflightResponse(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': MAX_AGE,
    },
  });
}

function isLoopback(origin: string): boolean {
  const hostname = URL.parse(origin)?.hostname;
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
