import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { CallRegistry } from '../../registry/registry.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import { createFetchSource, type FetchSource } from './asking.ts';
import { reduce } from './reduce.ts';

/** Each has 2 MB, and for a moment a thread of its own. */
const AT_ONCE = 4;
const NEXT_CLAIM_MS = 1_000;

const claimsSchema = z.array(z.object({ id: z.uuid(), url: z.string(), attempt: z.int() }));
type Claim = z.infer<typeof claimsSchema>[number];

/** What a claim led to, as the database takes it. */
async function resultOf({ url }: Claim, fetched: FetchSource) {
  try {
    return { text: await reduce(await fetched(url)) };
  } catch (error) {
    if (error instanceof FetchError) return { failure: error.message, isFinal: error.isFinal };
    throw error;
  }
}

/** Returns a function that takes sources that wait while others are read, and resolves with whether there were any. */
export function createSourceRounds(call: CallRegistry, fetched: FetchSource = createFetchSource()) {
  const running = new Set<Promise<void>>();
  let failure: unknown;

  async function fulfil(claim: Claim): Promise<void> {
    const { id, attempt } = claim;
    await call('finish_source', { result: { id, attempt, ...(await resultOf(claim, fetched)) } });
  }

  function start(claim: Claim): void {
    const work = fulfil(claim)
      // The claim ends by itself.
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => running.delete(work));
    running.add(work);
  }

  return async (): Promise<boolean> => {
    const free = AT_ONCE - running.size;
    if (free > 0) claimsSchema.parse(await call('claim_sources', { most: free })).forEach(start);
    const hadWork = running.size > 0;
    if (hadWork) await Promise.race([...running, pause(NEXT_CLAIM_MS)]);
    const failed = failure;
    failure = undefined;
    if (failed) throw failed;
    return hadWork;
  };
}
