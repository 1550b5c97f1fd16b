import { type Asking, fetchBytes, PUBLIC_INTERNET, type Rules } from '../fetch/fetch-bytes.ts';

export const ASKING_FOR_PICTURES: Asking = {
  protocols: ['http:', 'https:'],
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
  userAgent: 'picture-copies/1',
  limits: { bytes: 10_000_000, ms: 10_000, redirects: 5 },
};

export const fetchPicture = async (address: string, rules: Rules = PUBLIC_INTERNET): Promise<Buffer> =>
  (await fetchBytes(address, ASKING_FOR_PICTURES, rules)).bytes;
