import { pictureAddress } from '@ki/shared/contract/pictures.ts';
import { FairQueue } from '@ki/shared/process/fair-queue.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { CallRegistry } from '../../registry/registry.ts';
import { sizeOf } from '../http/encode.ts';
import { type HttpRequest, rateLimit } from '../http/http-request.ts';
import { type HttpResponse, type MaybePromise, text } from '../http/http-response.ts';
import { NO_FILE } from '../http/static-files.ts';

const A_MINUTE_MS = 60_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** A larger response would drive too many others out of memory. */
const LARGEST = MAX_BYTES / 8;
/** An entry without a body takes about as much. */
const ENTRY_BYTES = 1_000;

/** One read takes up to 20 MB. */
const READS = { atOnce: 2, forClient: 1, waiting: 100, waitMs: 10_000 };
/** More than pages name for a school behind one address. */
const READS_IN_A_MINUTE = 1_200;

const TRY_AGAIN = text(503, 'try again in a moment\n', { 'retry-after': '1', 'cache-control': 'no-store' });
const TOO_MANY = text(429, 'too many pictures, try again in a minute\n', {
  'retry-after': '60',
  'cache-control': 'no-store',
});

class Busy extends Error {}

type Read = (key: string) => Promise<HttpResponse>;

/**
 * Returns a function that makes a service of a read. Files are kept in memory until they are the least recently used,
 * other responses for a minute, 404 included. Reads have a budget by client, and those of clients take turns.
 */
export function limitPictureReads() {
  const queue = new FairQueue(READS, () => new Busy());
  const allows = rateLimit(READS_IN_A_MINUTE);
  const kept = new LRUCache<string, HttpResponse>({
    maxSize: MAX_BYTES,
    maxEntrySize: LARGEST,
    sizeCalculation: (response) => ENTRY_BYTES + sizeOf(response),
  });
  const reading = new Map<string, Promise<HttpResponse>>();

  async function readOnce(key: string, read: Read, client: string): Promise<HttpResponse> {
    try {
      const response = await queue.run(() => read(key), { client });
      if (response.status < 500) kept.set(key, response, response.status === 200 ? {} : { ttl: A_MINUTE_MS });
      return response;
    } catch (error) {
      if (!(error instanceof Busy)) console.error('a picture could not be read:', error);
      return TRY_AGAIN;
    } finally {
      reading.delete(key);
    }
  }

  return (read: Read) =>
    (key: string, request: HttpRequest): MaybePromise<HttpResponse> => {
      const known = kept.get(key) ?? reading.get(key);
      if (known) return known;
      if (!allows(request)) return TOO_MANY;
      const started = readOnce(key, read, request.client);
      reading.set(key, started);
      return started;
    };
}

const fileSchema = z.object({ type: z.string(), data: z.string() }).nullable();

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/** Returns a function that reads a file. It never changes: its address has the hash of its bytes. */
export const readPicture =
  (call: CallRegistry) =>
  async (hash: string): Promise<HttpResponse> => {
    const file = fileSchema.parse(await call('read_picture', { hash }));
    if (!file) return NO_FILE;
    const headers = { ...HEADERS, 'content-type': file.type, etag: `"${hash}"` };
    return { status: 200, headers, body: Buffer.from(file.data, 'base64') };
  };

const foundSchema = z
  .object({ type: z.string(), hash: z.string() })
  .or(z.object({ type: z.null(), hash: z.null() }))
  .nullable();

/**
 * Returns a function that finds where the address that texts name for a picture of the library leads: to one of its
 * sizes. Documents name the sizes themselves.
 */
export const findLibraryPicture =
  (call: CallRegistry) =>
  async (id: string): Promise<HttpResponse> => {
    const found = foundSchema.parse(await call('find_library_picture', { picture: id }));
    if (!found) return NO_FILE;
    const location = found.hash === null ? null : pictureAddress(found.hash, found.type);
    if (location === null) return TRY_AGAIN;
    return text(302, '', { location, 'cache-control': 'public, max-age=60' });
  };
