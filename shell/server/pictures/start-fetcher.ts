import { Worker } from 'node:worker_threads';
import type { DatabaseAccess } from '../../registry/registry.ts';
import { log } from '../log.ts';

const AGAIN_AFTER_MS = 60_000;

/** Fetches pictures beside the requests; a thread that ends is started again. */
export function startPictureFetcher(access: DatabaseAccess): void {
  const thread = new Worker(new URL('fetcher.ts', import.meta.url), {
    name: 'pictures',
    env: {},
    workerData: access,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 },
  });
  thread.unref();
  const warn = (message: string) => log('warn', 'pictures', { message: `pictures are not fetched: ${message}` });
  thread.on('message', (message) => warn(String(message)));
  thread.on('error', (error) => warn(error instanceof Error ? error.message : String(error)));
  thread.on('exit', () => setTimeout(startPictureFetcher, AGAIN_AFTER_MS, access).unref());
}
