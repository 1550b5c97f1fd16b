import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { promote } from '../registry/deploy.ts';
import { registryPath } from '../registry/registry-file.ts';
import { by, release } from '../registry/testing/release.ts';
import { followRegistry, type RegistrySource } from './live-registry.ts';

let dataDir: string;
let source: RegistrySource;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  dataDir = await mkdtemp(path.join(tmpdir(), 'live-registry-'));
  source = followRegistry({ port: 3000, dataDir, siteUrl: 'http://site', supabase: { url: 'http://db', key: '' } });
});
afterEach(() => {
  vi.restoreAllMocks();
  return rm(dataDir, { recursive: true });
});

const versions = async () =>
  Object.values((await source.current()).usual.platform.remotes).map(({ version }) => version);

test('a change is in force with the next question', async () => {
  expect(await versions()).toEqual([]);
  await promote(dataDir, release('mf-blog', '1', '/'), by);
  expect(await versions()).toEqual(['1']);
  await promote(dataDir, release('mf-blog', '2', '/'), by);
  expect(await versions()).toEqual(['2']);
});

test('who asks while the file is being read gets what it says, not what was before', async () => {
  await promote(dataDir, release('mf-blog', '1', '/'), by);
  expect(await Promise.all([versions(), versions(), versions()])).toEqual([['1'], ['1'], ['1']]);
});

test('an unchanged file is the same lineup', async () => {
  await promote(dataDir, release('mf-blog', '1', '/'), by);
  expect((await source.current()).usual).toBe((await source.current()).usual);
});

test.each([
  ['broken', () => writeFile(registryPath(dataDir), '{ half a docu')],
  ['gone', () => rm(registryPath(dataDir))],
])('when the file is %s, the last good one stays in force until there is a good one', async (_what, damage) => {
  await promote(dataDir, release('mf-blog', '1', '/'), by);
  await versions();
  await damage();
  expect(await versions()).toEqual(['1']);
  expect(source.problem()).toContain('registry.json');
  await rm(registryPath(dataDir), { force: true });
  await promote(dataDir, release('mf-blog', '2', '/'), by);
  expect(await versions()).toEqual(['2']);
  expect(source.problem()).toBeNull();
});
