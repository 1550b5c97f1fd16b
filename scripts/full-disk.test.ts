import { readdir, readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { fileRegistry } from '../shell/registry/file-registry.ts';
import { readRegistry, registryPath } from '../shell/registry/registry-file.ts';
import { by, release } from '../shell/registry/testing/release.ts';
import { mountSmallDisk } from './small-disk.ts';

const disk = mountSmallDisk(2);
afterAll(() => disk?.remove());

/** Room for the lock, and not for what is to be written. */
const SOME_ROOM = 32 * 1024;
const LONG = { ...by, reason: 'x'.repeat(4 * SOME_ROOM) };

/** Only root may mount, or who may use `sudo` without a password; elsewhere this is listed as skipped. */
test.skipIf(!disk)('a registry for which there is no room stays as it was, whole and alone', async () => {
  const dataDir = disk?.folder ?? '';
  await fileRegistry(dataDir).promote(release('mf-tiny', '1.0.0', '/tiny'), by);
  const before = await readFile(registryPath(dataDir), 'utf8');
  const names = await readdir(dataDir);
  for (const room of [0, SOME_ROOM]) {
    disk?.fill(room);
    await expect(fileRegistry(dataDir).promote(release('mf-tiny', '2.0.0', '/tiny'), LONG)).rejects.toThrow(
      /ENOSPC|disk is full/,
    );
    disk?.makeRoom();
    expect(await readFile(registryPath(dataDir), 'utf8')).toBe(before);
    expect(await readdir(dataDir)).toEqual(names);
  }
  await fileRegistry(dataDir).promote(release('mf-tiny', '2.0.0', '/tiny'), LONG);
  expect((await readRegistry(dataDir)).remotes['mf-tiny']?.live.version).toBe('2.0.0');
});
