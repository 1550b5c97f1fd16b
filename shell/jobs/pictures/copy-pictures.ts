import { z } from 'zod';
import { type Asking, fetchBytes, PUBLIC_INTERNET, type Rules } from '../fetch/fetch-bytes.ts';
import type { JobKind } from '../processes/run-jobs.ts';
import { inspectPicture } from './inspect-picture.ts';

export const ASKING_FOR_PICTURES: Asking = {
  protocols: ['http:', 'https:'],
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
  userAgent: 'picture-copies/1',
  limits: { bytes: 10_000_000, ms: 10_000, redirects: 5 },
};

const inputSchema = z.object({ address: z.string() });

export const copyPictures = (rules: Rules = PUBLIC_INTERNET): JobKind<z.infer<typeof inputSchema>> => ({
  kind: 'copy_picture',
  input: inputSchema,
  // Each takes up to 40 MB while it is stored.
  atOnce: 2,
  async work({ address }) {
    const fetched = await fetchBytes(address, ASKING_FOR_PICTURES, rules);
    const { bytes, ...picture } = await inspectPicture(fetched.bytes);
    return { ...picture, data: bytes.toString('base64') };
  },
});
