import { bucketCookies } from '../../server/resolve/release-set.ts';
import { readLastGood } from '../memory.ts';

/** The cookie of a visitor in this bucket, signed with the key of the shell of this data folder: 0 gets every canary, 99 none. */
export async function bucketCookie(dataDir: string, bucket: number): Promise<string> {
  const { bucketKey } = (await readLastGood(dataDir)) ?? {};
  if (!bucketKey) throw new Error('the shell has read no registry with a key');
  return `release-bucket=${bucketCookies(bucketKey)[bucket]}`;
}
