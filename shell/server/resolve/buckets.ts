import { createHmac, randomBytes, randomInt } from 'node:crypto';

const BUCKETS = 100;
const COOKIE = /(?:^|;\s*)release-bucket=([^;]*)/;
/** For a registry without a key, as earlier versions kept it: such cookies end with the process. */
const OWN_KEY = randomBytes(32).toString('hex');

/** The values of the cookie: the bucket and its signature, so that no visitor names a bucket that was not assigned. */
export const bucketCookies = (key: string): readonly string[] =>
  Array.from({ length: BUCKETS }, (_, bucket) => {
    const signature = createHmac('sha256', key).update(`release-bucket ${bucket}`).digest('base64url');
    return `${bucket}.${signature}`;
  });

/** Assigns visitors to buckets. All signatures are made once, so that a request costs a look-up. */
export function createBuckets(key: string | undefined, isSecure: boolean) {
  const values = bucketCookies(key ?? OWN_KEY);
  const known = new Map(values.map((value, bucket) => [value, bucket]));
  const attributes = `Path=/; SameSite=Lax; HttpOnly${isSecure ? '; Secure' : ''}`;
  return (cookies: string | null): { readonly bucket: number; readonly cookie?: string } => {
    const found = known.get(COOKIE.exec(cookies ?? '')?.[1] ?? '');
    if (found !== undefined) return { bucket: found };
    const bucket = randomInt(BUCKETS);
    return { bucket, cookie: `release-bucket=${values[bucket]}; ${attributes}` };
  };
}

export const allBuckets = <T>(make: (bucket: number) => T): readonly T[] =>
  Array.from({ length: BUCKETS }, (_, bucket) => make(bucket));
