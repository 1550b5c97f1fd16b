import { expect, test } from 'vitest';
import { contentVersion } from './content.ts';

const HASHES: readonly (readonly [string, string])[] = [
  ['web/entry.js', 'sha384-one'],
  ['server/index.cjs', 'sha384-two'],
];

test('a version is that of the package and a hash of every file', () => {
  const version = contentVersion('1.2.0', new Map(HASHES));
  expect(version).toMatch(/^1\.2\.0-[0-9a-f]{32}$/);
  expect(contentVersion('1.2.0', new Map(HASHES))).toBe(version);
});

test.each<[string, readonly (readonly [string, string])[]]>([
  ['changed', [['web/entry.js', 'sha384-other'], ...HASHES.slice(1)]],
  ['renamed', [['web/start.js', 'sha384-one'], ...HASHES.slice(1)]],
  ['removed', HASHES.slice(1)],
  ['added', [...HASHES, ['web/more.js', 'sha384-three']]],
])('a file that is %s changes it', (_how, files) => {
  expect(contentVersion('1.2.0', new Map(files))).not.toBe(contentVersion('1.2.0', new Map(HASHES)));
});
