import { z } from 'zod';
import { type DatabaseAccess, overHttp } from '../../registry/registry.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import type { JobKind } from '../processes/run-jobs.ts';
import { createDecoder } from './decode.ts';
import { readUpload, removeUploads } from './uploads.ts';

const inputSchema = z.object({ picture: z.uuid() });
const namesSchema = z.array(z.string());
const originalSchema = z.base64().nullable();

type Sizing = JobKind<z.infer<typeof inputSchema>>;

/** The kinds whose sizes are made: uploads first, then pictures of other hosts. */
export function sizePictures(access: DatabaseAccess): readonly Sizing[] {
  const call = overHttp(access);
  const decode = createDecoder();
  const sizing = (kind: string, read: (picture: string) => Promise<Buffer | null>): Sizing => ({
    kind,
    input: inputSchema,
    atOnce: 1,
    async work({ picture }, storePart) {
      const file = await read(picture);
      if (!file) throw new FetchError('Its file is gone.');
      const sizes: { readonly type: string; readonly width: number }[] = [];
      let facts = {};
      for await (const part of decode(file)) {
        if ('facts' in part) {
          facts = part.facts;
          continue;
        }
        const { bytes, ...size } = part.size;
        if (!(await storePart({ ...size, data: Buffer.from(bytes).toString('base64') }))) return null;
        sizes.push({ type: size.type, width: size.width });
      }
      return { ...facts, sizes };
    },
  });
  const uploads = sizing('size_picture', (picture) => readUpload(access, picture));
  const copies = sizing('size_copy', async (picture) => {
    const data = originalSchema.parse(await call('read_original', { picture }));
    return data === null ? null : Buffer.from(data, 'base64');
  });
  return [
    {
      ...uploads,
      async tidy() {
        const orphans = namesSchema.parse(await call('tidy_uploads', {}));
        if (orphans.length > 0) await removeUploads(access, orphans);
      },
    },
    copies,
  ];
}
