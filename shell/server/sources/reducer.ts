/** The thread in which one source becomes text: what its bytes could do to a parser, they do to it alone. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { FetchError } from '../fetch/fetch-error.ts';
import { textOf } from './text-of.ts';

const { bytes, contentType } = z.object({ bytes: z.instanceof(Uint8Array), contentType: z.string() }).parse(workerData);

try {
  parentPort?.postMessage({ text: await textOf(bytes, contentType) });
} catch (error) {
  const failure = error instanceof FetchError ? error.message : 'Its text could not be taken out of it.';
  parentPort?.postMessage({ failure });
}
