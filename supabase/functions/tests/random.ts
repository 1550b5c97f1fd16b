export type Random = () => number;

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const oneOf = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

const SCALARS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  10.5,
  '',
  ' ',
  'month',
  'admin.ch',
  '\u0000',
  '\ud800',
  '\u202e',
  'ß'.repeat(5000),
  "'; drop table workflows; --",
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '{{query}}',
  '8f3b2c1d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  'https://a.example/',
  'javascript:alert(1)',
];

/** Any JSON value, nested up to a depth. */
export function anyValue(random: Random, depth = 3): unknown {
  const kind = depth > 0 ? random() : 0;
  if (kind < 0.7) return oneOf(random, SCALARS);
  const parts = Array.from({ length: Math.floor(random() * 4) }, () => anyValue(random, depth - 1));
  if (kind < 0.85) return parts;
  return Object.fromEntries(parts.map((part) => [String(oneOf(random, SCALARS)), part]));
}
