import { pictureAddress } from '@ki/shared/contract/pictures.ts';
import { z } from 'zod';
import { type DatabaseAccess, overHttp } from '../../registry/registry.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { type HttpResponse, text } from '../http/http-response.ts';
import type { ClientOf } from '../http/rate-limit.ts';
import { NO_FILE } from '../http/static-files.ts';
import { limitReads } from './limited-reads.ts';
import { readPictureFile } from './read-picture-file.ts';
import { readUpload } from './uploads.ts';
import { withoutMetadata } from './without-metadata.ts';

const foundSchema = z
  .object({ type: z.string(), hash: z.string() })
  .or(z.object({ type: z.null(), hash: z.null() }))
  .nullable();

const UNTIL_SIZED = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
} as const;

function asUploaded(upload: Buffer | null): HttpResponse {
  const file = upload && readPictureFile(upload);
  const body = file && withoutMetadata(file);
  if (!file || !body) return NO_FILE;
  return { status: 200, headers: { ...UNTIL_SIZED, 'content-type': file.type }, body };
}

/**
 * Serves the address that texts name for a picture of the library. It leads to one of its sizes; until they are made, the
 * upload is served without its metadata. Documents name the sizes themselves.
 */
export function createLibraryService(access: DatabaseAccess, clientOf: ClientOf) {
  const call = overHttp(access);
  const limited = limitReads('a picture of the library could not be read:');

  async function read(id: string): Promise<HttpResponse> {
    const found = foundSchema.parse(await call('find_library_picture', { picture: id }));
    if (!found) return NO_FILE;
    const location = found.hash === null ? null : pictureAddress(found.hash, found.type);
    if (location) return { ...text(302, '', { location, 'cache-control': 'public, max-age=60' }) };
    return asUploaded(await readUpload(access, id));
  }

  return (id: string, request: HttpRequest): Promise<HttpResponse> => limited(() => read(id), clientOf(request));
}
