import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const MAX_CLIENTS = 10_000;

/** Allows each address `perMinute` requests in a minute. */
export function rateLimit(perMinute: number) {
  const counts = new LRUCache<string, number>({ max: MAX_CLIENTS, ttl: MINUTE_MS, noUpdateTTL: true });
  return (request: IncomingMessage): boolean => {
    const client = request.socket.remoteAddress ?? '';
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    return count <= perMinute;
  };
}
