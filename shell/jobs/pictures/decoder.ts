/** The program that decodes one upload and makes its sizes: what strange files could do to a decoder, they do to it alone. */
import { FetchError } from '../fetch/fetch-error.ts';
import { answerOnce } from '../processes/answer-once.ts';
import { makeSizes } from './make-sizes.ts';
import { readPictureFile } from './read-picture-file.ts';

answerOnce(async function* (upload: Uint8Array) {
  try {
    yield* makeSizes(readPictureFile(Buffer.from(upload)));
  } catch (error) {
    // Another attempt decodes the same bytes.
    throw error instanceof FetchError ? new FetchError(error.message) : error;
  }
}, 'It is broken: it could not be decoded.');
