import { RateLimit } from '@ki/shared/http/rate-limit.ts';
import type { HttpRequest } from './http-request.ts';

const MINUTE_MS = 60_000;

export function rateLimit(perMinute: number): (request: Pick<HttpRequest, 'client'>) => boolean {
  const limit = new RateLimit(perMinute, MINUTE_MS);
  return ({ client }) => limit.take(client) === 0;
}
