import type { Proxies } from '@ki/shared/http/proxies.mjs';
import { LRUCache } from 'lru-cache';
import type { Context } from './reply.ts';
import type { WebRequest } from './web-request.ts';

const MINUTE_MS = 60_000;
const MAX_CLIENTS = 10_000;

/** One client searches more than it may. */
export class TooManySearches extends Error {
  override readonly name = 'TooManySearches';
  readonly retryAfterS = MINUTE_MS / 1_000;
}

/** Whether a client may do something once more. */
export type Allows = (request: WebRequest, context: Context) => boolean;

/** Allows each client `perMinute` requests in a minute; with 0, any number. */
export function rateLimit(perMinute: number, proxies: Proxies): Allows {
  const counts = new LRUCache<string, number>({ max: MAX_CLIENTS, ttl: MINUTE_MS, noUpdateTTL: true });
  return ({ headers }, { address }) => {
    if (perMinute === 0) return true;
    const client = proxies.clientOf(address, headers.get('x-forwarded-for'));
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    return count <= perMinute;
  };
}
