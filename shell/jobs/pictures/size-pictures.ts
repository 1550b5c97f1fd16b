import { z } from 'zod';
import { type DatabaseAccess, overHttp } from '../../registry/registry.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import type { JobKind } from '../processes/run-jobs.ts';
import { createDecoder } from './decode.ts';
import { readUpload, removeUploads } from './uploads.ts';

const inputSchema = z.object({ picture: z.uuid() });
const namesSchema = z.array(z.string());

export function sizePictures(access: DatabaseAccess): JobKind<z.infer<typeof inputSchema>> {
  const decode = createDecoder();
  return {
    kind: 'size_picture',
    input: inputSchema,
    atOnce: 1,
    async work({ picture }, storePart) {
      const upload = await readUpload(access, picture);
      if (!upload) throw new FetchError('Its upload is gone.');
      const sizes: { readonly type: string; readonly width: number }[] = [];
      let facts = {};
      for await (const part of decode(upload)) {
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
    async tidy() {
      const orphans = namesSchema.parse(await overHttp(access)('tidy_uploads', {}));
      if (orphans.length > 0) await removeUploads(access, orphans);
    },
  };
}
