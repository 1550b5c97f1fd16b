import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileRegistry } from '../../registry/file-registry.ts';
import { lastGoodPath, readLastGood, registryPath } from '../../registry/registry-file.ts';
import { by, release } from '../../registry/testing/release.ts';
import { followRegistry, type RegistrySource } from './live-registry.ts';

const start = () =>
  followRegistry({ port: 3000, dataDir, siteUrl: 'http://site', supabase: { url: 'http://db', key: '' } });

let dataDir: string;
let source: RegistrySource;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  dataDir = await mkdtemp(path.join(tmpdir(), 'live-registry-'));
  source = start();
});
afterEach(() => {
  vi.restoreAllMocks();
  return rm(dataDir, { recursive: true, maxRetries: 5 });
});

const versions = async (from = source) => {
  const lineups = await from.current();
  return lineups && Object.values(lineups.usual.platform.remotes).map(({ version }) => version);
};

/** Waits until a version is what a start would go on with. */
const expectKept = (version: string) =>
  vi.waitFor(async () => expect((await readLastGood(dataDir))?.remotes['mf-blog']?.live.version).toBe(version));

test('a change is in force with the next question', async () => {
  expect(await versions()).toBeNull();
  await fileRegistry(dataDir).promote(release('mf-blog', '1', '/'), by);
  expect(await versions()).toEqual(['1']);
  await fileRegistry(dataDir).promote(release('mf-blog', '2', '/'), by);
  expect(await versions()).toEqual(['2']);
});

test('who asks while the file is being read gets what it says, not what was before', async () => {
  await fileRegistry(dataDir).promote(release('mf-blog', '1', '/'), by);
  expect(await Promise.all([versions(), versions(), versions()])).toEqual([['1'], ['1'], ['1']]);
});

test('an unchanged file is the same lineup', async () => {
  await fileRegistry(dataDir).promote(release('mf-blog', '1', '/'), by);
  expect((await source.current())?.usual).toBe((await source.current())?.usual);
});

test.each([
  ['broken', () => writeFile(registryPath(dataDir), '{ half a docu')],
  ['gone', () => rm(registryPath(dataDir))],
])('when the file is %s, the last good one stays in force until there is a good one', async (_what, damage) => {
  await fileRegistry(dataDir).promote(release('mf-blog', '1', '/'), by);
  await versions();
  await damage();
  expect(await versions()).toEqual(['1']);
  expect(source.problem()).toContain('registry.json');
  await rm(registryPath(dataDir), { force: true });
  await fileRegistry(dataDir).promote(release('mf-blog', '2', '/'), by);
  expect(await versions()).toEqual(['2']);
  expect(source.problem()).toBeNull();
});

const BROKEN: readonly (readonly [what: string, damage: () => Promise<void>])[] = [
  ['cut off', async () => truncate(registryPath(dataDir), 200)],
  ['garbage', () => writeFile(registryPath(dataDir), randomBytes(500))],
  ['empty', () => writeFile(registryPath(dataDir), '')],
  ['gone', () => rm(registryPath(dataDir))],
];

describe('a start beside a file that is', () => {
  test.each(BROKEN)('%s goes on with the last good one, and says so', async (_what, damage) => {
    await fileRegistry(dataDir).promote(release('mf-blog', '1', '/'), by);
    await versions();
    await expectKept('1');
    await damage();
    const restarted = start();
    expect(await versions(restarted)).toEqual(['1']);
    expect(restarted.problem()).toContain('registry.json');
  });

  test.each(BROKEN)('%s has nothing to offer when none was ever good', async (_what, damage) => {
    await fileRegistry(dataDir).promote(release('mf-blog', '1', '/'), by);
    await damage();
    expect(await versions()).toBeNull();
    expect(source.problem()).toContain('registry.json');
  });
});

test('of changes that come quickly the newest is kept last', async () => {
  for (const version of ['1', '2', '3', '4', '5']) {
    await fileRegistry(dataDir).promote(release('mf-blog', version, '/'), by);
    await versions();
  }
  await expectKept('5');
  expect(console.error).not.toHaveBeenCalled();
});

test('a last good one that is broken itself is none', async () => {
  await writeFile(registryPath(dataDir), '{');
  await writeFile(lastGoodPath(dataDir), '{');
  expect(await versions()).toBeNull();
});

test('a good registry is in force even where no copy of it can be kept', async () => {
  await mkdir(lastGoodPath(dataDir));
  await fileRegistry(dataDir).promote(release('mf-blog', '1', '/'), by);
  expect(await versions()).toEqual(['1']);
  expect(source.problem()).toBeNull();
});
