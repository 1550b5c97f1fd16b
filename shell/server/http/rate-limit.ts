import type { Proxies } from '@ki/shared/http/proxies.ts';
import { RateLimit } from '@ki/shared/http/rate-limit.ts';
import type { HttpRequest } from './http-request.ts';

const MINUTE_MS = 60_000;

export class TooManySearches extends Error {
  override readonly name = 'TooManySearches';
  readonly retryAfterS = MINUTE_MS / 1_000;
}

export type Allows = (request: HttpRequest) => boolean;

export function rateLimit(perMinute: number, proxies: Proxies): Allows {
  const limit = new RateLimit(perMinute, MINUTE_MS);
  return ({ headers, address }) => limit.take(proxies.clientOf(address, headers.get('x-forwarded-for'))) === 0;
}
