import { LRUCache } from 'lru-cache';

const MAX_CLIENTS = 10_000;

/** A sliding window for each client, by the monotonic clock, which is never set back. A `limit` of 0 allows all. */
export class RateLimit {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #uses = new LRUCache<string, readonly number[]>({ max: MAX_CLIENTS });

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Counts a use that is allowed and returns 0, else the milliseconds until the client may try again. */
  take(client: string, now = performance.now()): number {
    if (this.#limit === 0) return 0;
    const recent = (this.#uses.get(client) ?? []).filter((time) => time > now - this.#windowMs);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= this.#limit) return oldest + this.#windowMs - now;
    this.#uses.set(client, [...recent, now]);
    return 0;
  }
}
