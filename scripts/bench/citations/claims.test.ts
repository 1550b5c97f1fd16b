import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

interface Claim {
  readonly claim: string;
  readonly source: string;
  readonly truth: string;
}

describe.each([
  ['open', 30, 30],
  ['harder', 15, 10],
  ['held-out', 15, 15],
])('the %s claims', (folder, each, eachOther) => {
  const root = path.join(import.meta.dirname, folder);
  const claims = JSON.parse(readFileSync(path.join(root, 'claims.json'), 'utf8')) as readonly Claim[];

  test(`are ${each} or ${eachOther} of each truth, with quotations, and no claim is there twice`, () => {
    const counts = Map.groupBy(claims, ({ truth }) => truth);
    const { supported, quotation, ...others } = Object.fromEntries(
      [...counts].map(([truth, { length }]) => [truth, length]),
    );
    expect(others).toEqual({
      number: each,
      name: each,
      date: each,
      reversed: eachOther,
      invented: eachOther,
      elsewhere: eachOther,
    });
    expect(supported).toBeGreaterThan(each);
    expect(quotation).toBeGreaterThanOrEqual(10);
    expect(new Set(claims.map(({ claim }) => claim)).size).toBe(claims.length);
  });

  // Without the names and texts, which a failing test would print.
  test('cite sources that are there, and leave none out', () => {
    const sources = new Set(claims.map(({ source }) => source));
    expect([...sources].filter((name) => !existsSync(path.join(root, 'sources', `${name}.md`))).length).toBe(0);
    expect(readdirSync(path.join(root, 'sources')).length).toBe(sources.size);
  });
});
