import { z } from 'zod';
import type { CallRegistry } from '../../registry/registry.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { NO_FILE } from '../http/static-files.ts';

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
