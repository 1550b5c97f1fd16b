/** The thread that fetches pictures of other hosts, so that requests do not wait for it. */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type DatabaseAccess, overHttp } from '../../registry/registry.ts';
import { createPictureRounds } from './picture-rounds.ts';

const IDLE_MS = 2_000;
const AFTER_FAILURE_MS = 10_000;

const round = createPictureRounds(overHttp(workerData as DatabaseAccess));
let isFailing = false;

for (;;) {
  try {
    const taken = await round();
    isFailing = false;
    if (taken === 0) await pause(IDLE_MS);
  } catch (error) {
    if (!isFailing) parentPort?.postMessage(error instanceof Error ? error.message : String(error));
    isFailing = true;
    await pause(AFTER_FAILURE_MS);
  }
}
