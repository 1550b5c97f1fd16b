import { createHash } from 'node:crypto';

/** A UUID (version 5 in form) that stays the same from seed to seed, so that links to seeded records stay valid. */
export function stableId(kind: string, key: string): string {
  const hash = createHash('sha1').update(`${kind}/${key}`).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
