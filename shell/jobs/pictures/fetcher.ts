/** The thread that fetches pictures of other hosts, so that requests do not wait for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { type DatabaseAccess, overHttp } from '../../registry/registry.ts';
import { repeatRounds } from '../processes/run-rounds.ts';
import { createPictureRounds } from './picture-rounds.ts';

const IDLE_MS = 2_000;

const fetchDue = createPictureRounds(overHttp(workerData as DatabaseAccess));

await repeatRounds(
  async () => (await fetchDue()) > 0,
  (failure) => parentPort?.postMessage(failure),
  IDLE_MS,
);
