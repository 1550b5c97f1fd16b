import { FetchError } from '../fetch/fetch-error.ts';

/** Why bytes are no picture. */
export class PictureError extends FetchError {
  override name = 'PictureError';
}
