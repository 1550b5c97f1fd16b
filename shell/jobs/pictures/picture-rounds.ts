import { z } from 'zod';
import type { CallRegistry } from '../../registry/registry.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import { inspectPicture } from './inspect-picture.ts';
import { fetchPicture } from './picture-requests.ts';

/** Each takes up to 40 MB while it is stored. */
const AT_ONCE = 2;
const STORED_WITHIN_MS = 30_000;
const HOUR_MS = 3_600_000;

const claimsSchema = z.array(z.object({ id: z.string(), address: z.string(), attempt: z.int() }));
type Claim = z.infer<typeof claimsSchema>[number];

type FetchPicture = (address: string) => Promise<Buffer>;

/** What a claim led to, as the database takes it. */
async function resultOf({ address }: Claim, fetched: FetchPicture) {
  try {
    const { bytes, ...picture } = await inspectPicture(await fetched(address));
    return { ...picture, data: bytes.toString('base64') };
  } catch (error) {
    if (error instanceof FetchError) return { failure: error.message, isFinal: error.isFinal };
    throw error;
  }
}

/** Returns a function that fetches the pictures that are due, and resolves with how many it took. */
export function createPictureRounds(call: CallRegistry, fetched: FetchPicture = fetchPicture) {
  let tidied = Number.NEGATIVE_INFINITY;

  async function fulfil(claim: Claim): Promise<void> {
    const { id, attempt } = claim;
    const store = (result: object) => call('store_picture', { picture: { id, attempt, ...result } }, STORED_WITHIN_MS);
    await store(await resultOf(claim, fetched)).catch((error: unknown) => {
      const failure = `The copy could not be stored: ${error instanceof Error ? error.message : error}`;
      return store({ failure, isFinal: false });
    });
  }

  return async (): Promise<number> => {
    const isTidying = performance.now() - tidied >= HOUR_MS;
    const claims = claimsSchema.parse(await call('claim_pictures', { most: AT_ONCE, is_tidying: isTidying }));
    if (isTidying) tidied = performance.now();
    await Promise.all(claims.map(fulfil));
    return claims.length;
  };
}
