import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { CallRegistry } from '../../registry/registry.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { HttpResponse, MaybePromise } from '../http/http-response.ts';
import type { ClientOf } from '../http/rate-limit.ts';
import { NO_FILE } from '../http/static-files.ts';
import { limitReads } from './limited-reads.ts';

const MAX_BYTES = 32 * 1024 * 1024;

const copySchema = z.object({ type: z.string(), data: z.string() }).nullable();

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/** Serves copies of pictures, the last used from memory. A copy never changes: its address has the hash of its bytes. */
export function createPictureService(call: CallRegistry, clientOf: ClientOf) {
  const known = new LRUCache<string, HttpResponse & { readonly body: Buffer }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => body.length,
  });
  const reading = new Map<string, Promise<HttpResponse>>();
  const limited = limitReads('a picture could not be read:');

  async function read(hash: string): Promise<HttpResponse> {
    const copy = copySchema.parse(await call('read_picture', { hash }));
    if (!copy) return NO_FILE;
    const headers = { ...HEADERS, 'content-type': copy.type, etag: `"${hash}"` };
    const response = { status: 200, headers, body: Buffer.from(copy.data, 'base64') };
    known.set(hash, response);
    return response;
  }

  function start(hash: string, client: string): Promise<HttpResponse> {
    const started = limited(() => read(hash), client).finally(() => reading.delete(hash));
    reading.set(hash, started);
    return started;
  }

  return (hash: string, request: HttpRequest): MaybePromise<HttpResponse> =>
    known.get(hash) ?? reading.get(hash) ?? start(hash, clientOf(request));
}
