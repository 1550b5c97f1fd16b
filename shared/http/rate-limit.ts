import { LRUCache } from 'lru-cache';
import { networksOf } from './client-networks.ts';

const MAX_CLIENTS = 10_000;

/**
 * A sliding window for each client, by the monotonic clock, which is never set back. An IPv6 address counts for its
 * /64 and its /48. A `limit` of 0 allows all.
 */
export class RateLimit {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #uses: LRUCache<string, readonly number[]>;

  constructor(limit: number, windowMs: number, maxClients = MAX_CLIENTS) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#uses = new LRUCache({ max: maxClients });
  }

  /** Counts a use that is allowed and returns 0, else the milliseconds until the client may try again. */
  take(client: string, { about = '', now = performance.now() } = {}): number {
    if (this.#limit === 0) return 0;
    const windows = networksOf(client).map(({ name, times }) => {
      const key = about === '' ? name : `${name} ${about}`;
      const recent = (this.#uses.get(key) ?? []).filter((time) => time > now - this.#windowMs);
      const [oldest] = recent;
      const isFull = oldest !== undefined && recent.length >= this.#limit * times;
      return { key, recent, waitMs: isFull ? oldest + this.#windowMs - now : 0 };
    });
    const waitMs = Math.max(...windows.map((window) => window.waitMs));
    if (waitMs === 0) for (const { key, recent } of windows) this.#uses.set(key, [...recent, now]);
    return waitMs;
  }
}
