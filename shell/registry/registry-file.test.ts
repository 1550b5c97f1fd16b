import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileRegistry } from './file-registry.ts';
import { keepLastGood, mendRegistry, readRegistry, registryPath } from './registry-file.ts';
import { by, release } from './testing/release.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'registry-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a missing registry is empty', async () => expect((await readRegistry(dataDir)).remotes).toEqual({}));

test.each([
  ['{"schema":1,"remotes":{"mf-blog":{}}}', /registry\.json is not a registry: remotes\.mf-blog\.slot: /],
  ['{"schema":7,"remotes":{}}', /registry\.json has schema 7; expected 1/],
  ['{ half a docu', /registry\.json is not JSON: /],
  ['[]', /registry\.json is not a registry: /],
])('%s is refused with what is wrong', async (document, message) => {
  await writeFile(registryPath(dataDir), document);
  await expect(readRegistry(dataDir)).rejects.toThrow(message);
});

test('a change that two remotes cannot share is not written', async () => {
  await fileRegistry(dataDir).promote(release('mf-blog', '1', '/post/:slug'), by);
  await expect(fileRegistry(dataDir).promote(release('mf-other', '1', '/post/:id'), by)).rejects.toThrow(
    'mf-other claims /post/:id, which mf-blog owns as /post/:slug',
  );
  expect(Object.keys((await readRegistry(dataDir)).remotes)).toEqual(['mf-blog']);
});

test('changes at once are all kept, and nothing half-written stays', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `mf-r${index}`);
  await Promise.all(names.map((name) => fileRegistry(dataDir).promote(release(name, '1', `/${name}`), by)));
  expect(Object.keys((await readRegistry(dataDir)).remotes).sort()).toEqual(names.sort());
  expect((await readdir(dataDir)).sort()).toEqual(['registry.json', 'registry.json.lock']);
});

/** A process of its own that promotes one remote after the other. */
async function promoting(names: readonly string[]): Promise<void> {
  const script = `
    import { fileRegistry } from '${path.join(import.meta.dirname, 'file-registry.ts')}';
    import { by, release } from '${path.join(import.meta.dirname, 'testing', 'release.ts')}';
    for (const name of ${JSON.stringify(names)}) await fileRegistry(${JSON.stringify(dataDir)}).promote(release(name, '1', '/' + name), by);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
}

test('processes at once lose no change of each other', async () => {
  const names = ['a', 'b', 'c'].map((letter) => Array.from({ length: 8 }, (_, index) => `mf-${letter}${index}`));
  await Promise.all(names.map(promoting));
  expect(Object.keys((await readRegistry(dataDir)).remotes).sort()).toEqual(names.flat().sort());
}, 20_000);

test('a command that was killed in the middle holds up no other', async () => {
  const script = `
    import { updateRegistry } from '${path.join(import.meta.dirname, 'registry-file.ts')}';
    updateRegistry(${JSON.stringify(dataDir)}, () => process.kill(process.pid, 'SIGKILL'));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
  await once(child, 'exit');
  await fileRegistry(dataDir).promote(release('mf-blog', '1', '/'), by);
  expect(Object.keys((await readRegistry(dataDir)).remotes)).toEqual(['mf-blog']);
});

describe('mending', () => {
  const broken = async () => (await readdir(dataDir)).filter((name) => name.startsWith('registry.broken-'));

  test('brings the last good one back, and keeps the broken file', async () => {
    await fileRegistry(dataDir).promote(release('mf-blog', '1', '/'), by);
    await keepLastGood(dataDir, await readRegistry(dataDir));
    await writeFile(registryPath(dataDir), '{ half a docu');
    expect(await mendRegistry(dataDir)).toMatch(/registry\.json is not JSON: .*the last good one is back/);
    expect(Object.keys((await readRegistry(dataDir)).remotes)).toEqual(['mf-blog']);
    expect(await broken()).toHaveLength(1);
  });

  test('changes nothing where nothing is wrong, or nothing was ever good', async () => {
    expect(await mendRegistry(dataDir)).toBeNull();
    await writeFile(registryPath(dataDir), '{');
    await expect(mendRegistry(dataDir)).rejects.toThrow('registry.json is not JSON');
    expect(await broken()).toEqual([]);
  });
});
