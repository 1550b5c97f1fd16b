import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Fetched } from '../fetch/fetch-bytes.ts';
import { FetchError } from '../fetch/fetch-error.ts';

const WITHIN_MS = 10_000;

const answerSchema = z.union([z.object({ text: z.string() }), z.object({ failure: z.string() })]);

/** Reduces a source to its text in a thread with a limit of memory and time, which ends with it. */
export async function reduce({ bytes, contentType }: Fetched, withinMs = WITHIN_MS): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const thread = new Worker(new URL('reducer.ts', import.meta.url), {
    name: 'source',
    env: {},
    // What a parser prints stays out of the log.
    stdout: true,
    stderr: true,
    workerData: { bytes: new Uint8Array(bytes), contentType },
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  const end = (message: string) => reject(new FetchError(message));
  const timer = setTimeout(end, withinMs, `Its text took more than ${withinMs / 1_000} s.`);
  thread.on('message', (message: unknown) => {
    const answer = answerSchema.parse(message);
    return 'text' in answer ? resolve(answer.text) : end(answer.failure);
  });
  thread.on('error', () => end('Its text takes too much memory.'));
  thread.on('exit', () => end('Its text could not be taken out of it.'));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
