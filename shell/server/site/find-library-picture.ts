import { pictureAddress } from '@ki/shared/contract/pictures.ts';
import { z } from 'zod';
import type { CallRegistry } from '../../registry/registry.ts';
import { type HttpResponse, text } from '../http/http-response.ts';
import { NO_FILE } from '../http/static-files.ts';
import { TRY_AGAIN } from './picture-reads.ts';

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
