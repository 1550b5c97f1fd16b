import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Release } from '../schema.ts';
import { release } from '../testing/release.ts';
import { assertDescribes, contentVersion } from './content.ts';

type Files = readonly (readonly [string, string])[];

const INTEGRITY = release('mf-tiny', '1').entry.integrity;
const FILES: Files = ['web/remoteEntry.js', 'server/index.cjs', 'web/mf-manifest.json', 'web/a.js'].map((file) => [
  file,
  INTEGRITY,
]);
const STATED = { ...release('mf-tiny', '1', '/tiny'), budget: 12 };
const version = (stated: Partial<Release> = {}, files: Files = FILES) =>
  contentVersion('1.2.0', { ...STATED, ...stated }, new Map(files));

test('a version is that of the package and a hash of every file and statement', () => {
  expect(version()).toMatch(/^1\.2\.0-[0-9a-f]{32}$/);
  expect(version()).toBe(version());
});

test.each<readonly [string, Partial<Release>, Files]>([
  ['a file that is changed', {}, [['web/remoteEntry.js', 'sha384-other'], ...FILES.slice(1)]],
  ['a file that is renamed', {}, [['web/start.js', INTEGRITY], ...FILES.slice(1)]],
  ['a file that is removed', {}, FILES.slice(1)],
  ['a file that is added', {}, [...FILES, ['web/more.js', INTEGRITY]]],
  ['another budget', { budget: 13 }, FILES],
  ['another link', { link: { label: 'Tiny', place: 'menu', address: '/tiny' } }, FILES],
  ['another route', { routes: ['/tiny', '/tiny/:slug'] }, FILES],
  ['another resource', { resources: ['/tiny.png'] }, FILES],
  ['another right', { staffOnly: true }, FILES],
])('%s changes it', (_what, stated, files) => {
  expect(version(stated, files)).not.toBe(version());
});

test('neither who built it nor the order of keys in a database changes it', () => {
  const { name, ...others } = STATED;
  const sorted = { ...others, name, provenance: { builder: 'Ada', time: '2026-01-01T00:00:00.000Z' } };
  expect(contentVersion('1.2.0', sorted, new Map(FILES))).toBe(version());
});

const assertIsWhole = (stated: Partial<Release>) =>
  assertDescribes({ ...STATED, version: version(), ...stated }, new Map(FILES), 'the store');

test('a release describes its files, and states what it was published with', () => {
  expect(() => assertIsWhole({})).not.toThrow();
  expect(() => assertIsWhole({ budget: 100 })).toThrow('the release in the store is not the one that was published');
});

test.each([32, 10])('a version of an older platform, with %i digits over the files alone, stays valid', (digits) => {
  const hash = createHash('sha256').update(JSON.stringify(FILES)).digest('hex');
  expect(() => assertIsWhole({ version: `1.2.0-${hash.slice(0, digits)}` })).not.toThrow();
  expect(() => assertIsWhole({ version: `1.2.0-${'0'.repeat(digits)}` })).toThrow('is not the one');
});
