import { bodyLimit } from 'hono/body-limit';
import { ApiError, type Service } from './api-error.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
/** Forms of visitors are short. Pages ask for the copies of 200 pictures at once, each with an address of up to 2 kB. */
export const MOST_OF_VISITORS = 64 * KILOBYTE;
export const MOST_OF_PAGES = 512 * KILOBYTE;

/** A copy or a size of a picture has up to 10 MB, as base64 up to 14. Shells of the release before call the last two. */
export function mostBytes(service: Service, path: string): number {
  if (/^\/rest\/v1\/rpc\/(?:finish_job|store_part|store_picture|store_picture_size)$/.test(path)) return 14 * MEGABYTE;
  if (service === 'storage') return 20 * MEGABYTE;
  return (service === 'functions' ? 10 : 1) * MEGABYTE;
}

export function limitedTo(bytes: number) {
  return bodyLimit({
    maxSize: bytes,
    onError: () => {
      const size = bytes < MEGABYTE ? `${bytes / KILOBYTE} kB` : `${bytes / MEGABYTE} MB`;
      const message = `The request body is larger than ${size}.`;
      throw new ApiError(413, 'request_too_large', message);
    },
  });
}
