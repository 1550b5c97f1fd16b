import type { Telling } from './announced.ts';
import { type Connection, connectTo } from './connection.ts';
import { createLease } from './lease.ts';
import type { Versions } from './versions.ts';

/** The backend waits 1 s for who has not seen a change: an answer that is younger comes before its acknowledgement. */
const HOLDS_MS = 800;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1_000;

/**
 * Follows the backend that `find` finds on this machine, over a standing connection; over the next one whenever that
 * ends, as the backend may have been started anew. Resolves once it is known whether there is one.
 */
export async function followTelling(find: () => Promise<Telling | null>, onChange: () => void) {
  let isFound = false;
  let wait = FIRST_WAIT_MS;
  let connection: Connection | null = null;
  let told: Versions | null = null;
  const ask = async () => ((await connection?.ask()) ? told : null);
  const lease = createLease({ ask, holdsMs: HOLDS_MS, onChange });

  function later(): void {
    setTimeout(join, wait).unref();
    wait = Math.min(LONGEST_WAIT_MS, 2 * wait);
  }

  async function join(): Promise<void> {
    const telling = await find();
    isFound = telling !== null;
    if (!telling) return later();
    connection = connectTo(telling, {
      onVersions(versions) {
        wait = FIRST_WAIT_MS;
        told = versions;
        lease.take(versions);
      },
      onEnd() {
        connection = null;
        told = null;
        lease.forget();
        later();
      },
    });
  }

  await join();
  return {
    /** There is a backend on this machine, whether it can be heard or not. */
    isFound: () => isFound,
    current: lease.current,
  };
}
