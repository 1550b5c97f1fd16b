import { z } from 'zod';
import { type DatabaseAccess, overHttp } from '../../registry/registry.ts';
import { makeSizes } from './make-sizes.ts';
import { PictureError } from './picture-error.ts';
import { type PictureFile, readPictureFile } from './read-picture-file.ts';
import { readUpload, removeUploads } from './uploads.ts';

const claimsSchema = z.object({
  uploads: z.array(z.object({ picture: z.uuid(), attempt: z.int() })),
  orphans: z.array(z.string()),
});
type Claim = z.infer<typeof claimsSchema>['uploads'][number];

async function fileOf(access: DatabaseAccess, { picture }: Claim): Promise<PictureFile> {
  const upload = await readUpload(access, picture);
  if (!upload) throw new PictureError('Its upload is gone.');
  try {
    return readPictureFile(upload);
  } catch (error) {
    // Another attempt reads the same bytes.
    throw error instanceof PictureError ? new PictureError(error.message, { cause: error }) : error;
  }
}

/** As the browser shows it: upright. */
const shownSize = (sizes: { readonly width: number; readonly height: number }, { width, height }: PictureFile) =>
  sizes.width > sizes.height === width > height ? { width, height } : { width: height, height: width };

/** Returns a function that makes the sizes of one upload that waits, and resolves with whether there was one. */
export function createSizingRounds(access: DatabaseAccess) {
  const call = overHttp(access);

  async function fulfil(claim: Claim): Promise<void> {
    const file = await fileOf(access, claim);
    let last = { width: file.width, height: file.height };
    for await (const { bytes, ...size } of makeSizes(file)) {
      last = size;
      const isMine = await call('store_picture_size', { size: { ...claim, ...size, data: bytes.toString('base64') } });
      if (isMine !== true) return;
    }
    await call('finish_upload', {
      result: { ...claim, type: file.type, ...shownSize(last, file), bytes: file.bytes.length },
    });
  }

  async function explained(claim: Claim, error: unknown): Promise<void> {
    const failure = error instanceof Error ? error.message : String(error);
    const isFinal = error instanceof PictureError && error.isFinal;
    await call('finish_upload', { result: { ...claim, failure, isFinal } });
  }

  return async (): Promise<boolean> => {
    const { uploads, orphans } = claimsSchema.parse(await call('claim_uploads', { most: 1 }));
    for (const claim of uploads) await fulfil(claim).catch((error: unknown) => explained(claim, error));
    if (orphans.length > 0) await removeUploads(access, orphans);
    return uploads.length > 0;
  };
}
