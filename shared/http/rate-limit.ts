import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

interface Network {
  readonly name: string;
  /** How many times the limit of one client all clients of the network have together. */
  readonly times: number;
}

const GROUPS = 8;

function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  // An IPv4 address at the end takes the place of two groups.
  const width = after.length + (after.at(-1)?.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : GROUPS - before.length - width;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

/** One customer has a whole /64 of IPv6, so that limits count networks and not addresses. A /48 has ten times as much. */
function networksOf(client: string): readonly Network[] {
  if (!isIPv6(client)) return [{ name: client, times: 1 }];
  const groups = groupsOf(client);
  return [
    { name: `${groups.slice(0, 4).join(':')}::/64`, times: 1 },
    { name: `${groups.slice(0, 3).join(':')}::/48`, times: 10 },
  ];
}

/** The name under which a client's requests are counted and queued. */
export const clientName = (client: string): string => networksOf(client)[0]?.name ?? client;

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
