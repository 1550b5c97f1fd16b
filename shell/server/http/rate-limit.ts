import type { Proxies } from '@ki/shared/http/proxies.ts';
import { RateLimit } from '@ki/shared/http/rate-limit.ts';
import type { HttpRequest } from './http-request.ts';

const MINUTE_MS = 60_000;

export type Allows = (request: HttpRequest) => boolean;

export type ClientOf = (request: HttpRequest) => string;

/** The address of the client: that of the connection, or the one that a trusted proxy names. */
export const clientsBehind =
  (proxies: Proxies): ClientOf =>
  ({ headers, address }) =>
    proxies.clientOf(address, headers.get('x-forwarded-for'));

export function rateLimit(perMinute: number, proxies: Proxies): Allows {
  const limit = new RateLimit(perMinute, MINUTE_MS);
  const clientOf = clientsBehind(proxies);
  return (request) => limit.take(clientOf(request)) === 0;
}
