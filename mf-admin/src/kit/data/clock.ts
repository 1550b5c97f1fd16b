import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { isClockRead, setServerTime } from '../model/clock.ts';

const TIMEOUT_MS = 3_000;

let running: Promise<void> | null = null;

async function ask(client: StaffClient): Promise<void> {
  const sent = performance.now();
  const answer = await client.rpc('database_now').abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  setServerTime(unwrap(answer), sent);
}

/** Reads the time of the database, where the last reading does not hold any more. Never rejects. */
export async function readClock(client: StaffClient): Promise<void> {
  if (isClockRead()) return;
  running ??= ask(client)
    .catch((error: unknown) => console.error('clock:', error))
    .finally(() => {
      running = null;
    });
  await running;
}
