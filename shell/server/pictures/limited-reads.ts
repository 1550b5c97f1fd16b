import { FairQueue } from '@ki/shared/process/fair-queue.ts';
import { type HttpResponse, text } from '../http/http-response.ts';
import { NO_FILE } from '../http/static-files.ts';
import { PictureError } from './picture-error.ts';

/** One read takes up to 20 MB. */
const READS = { atOnce: 2, forClient: 1, waiting: 100, waitMs: 10_000 };

class Busy extends Error {}

/** Returns a function that reads a picture in its client's turn. A failure is logged, and the response is a 503. */
export function limitReads(failure: string) {
  const queue = new FairQueue(READS, () => new Busy());
  return (read: () => Promise<HttpResponse>, client: string): Promise<HttpResponse> =>
    queue.run(read, { client }).catch((error: unknown) => {
      if (error instanceof PictureError) return NO_FILE;
      if (!(error instanceof Busy)) console.error(failure, error);
      return text(503, 'try again in a moment\n', { 'retry-after': '5', 'cache-control': 'no-store' });
    });
}
