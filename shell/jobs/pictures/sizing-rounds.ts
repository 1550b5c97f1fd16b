import { z } from 'zod';
import { type DatabaseAccess, overHttp } from '../../registry/registry.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import { createDecoder } from './decode.ts';
import { readUpload, removeUploads } from './uploads.ts';

const HOUR_MS = 3_600_000;

const claimsSchema = z.object({ uploads: z.array(z.object({ picture: z.uuid(), attempt: z.int() })) });
type Claim = z.infer<typeof claimsSchema>['uploads'][number];

const namesSchema = z.array(z.string());

/** Returns a function that makes the sizes of one upload that waits, and resolves with whether there was one. */
export function createSizingRounds(access: DatabaseAccess) {
  const call = overHttp(access);
  const decode = createDecoder();
  let tidied = Number.NEGATIVE_INFINITY;

  async function fulfil(claim: Claim): Promise<void> {
    const upload = await readUpload(access, claim.picture);
    if (!upload) throw new FetchError('Its upload is gone.');
    const sizes: { readonly type: string; readonly width: number }[] = [];
    let facts = {};
    for await (const part of decode(upload)) {
      if ('facts' in part) {
        facts = part.facts;
        continue;
      }
      const { bytes, ...size } = part.size;
      const data = Buffer.from(bytes).toString('base64');
      if ((await call('store_picture_size', { size: { ...claim, ...size, data } })) !== true) return;
      sizes.push({ type: size.type, width: size.width });
    }
    await call('finish_upload', { result: { ...claim, ...facts, sizes } });
  }

  async function explained(claim: Claim, error: unknown): Promise<void> {
    const failure = error instanceof Error ? error.message : String(error);
    const isFinal = error instanceof FetchError && error.isFinal;
    await call('finish_upload', { result: { ...claim, failure, isFinal } });
  }

  async function tidy(): Promise<void> {
    if (performance.now() - tidied < HOUR_MS) return;
    const orphans = namesSchema.parse(await call('tidy_uploads', {}));
    if (orphans.length > 0) await removeUploads(access, orphans);
    tidied = performance.now();
  }

  return async (): Promise<boolean> => {
    const { uploads } = claimsSchema.parse(await call('claim_uploads', { most: 1 }));
    for (const claim of uploads) await fulfil(claim).catch((error: unknown) => explained(claim, error));
    if (uploads.length === 0) await tidy();
    return uploads.length > 0;
  };
}
