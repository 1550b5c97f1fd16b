import { readdir, readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { mountSmallDisk } from '../shared/testing/small-disk.ts';
import { keepLastGood, lastGoodPath, readLastGood } from '../shell/registry/memory.ts';
import { checkedDocument } from '../shell/registry/schema.ts';
import { release } from '../shell/registry/testing/release.ts';

const disk = mountSmallDisk(2);
afterAll(() => disk?.remove());

/** Room for a part of the file. */
const SOME_ROOM = 32 * 1024;

const document = (version: string, reason: string) => {
  const history = [{ version, action: 'promote', time: '2026-01-02T03:04:05.678Z', author: 'Test', reason }];
  const remotes = { 'mf-tiny': { slot: 5, live: release('mf-tiny', version, '/tiny'), previous: [], history } };
  return checkedDocument('the test', { schema: 1, remotes });
};
const LONG = document('2.0.0', 'x'.repeat(4 * SOME_ROOM));

/** Mounting needs root or `sudo` without a password; elsewhere this test is listed as skipped. */
test.skipIf(!disk)('a copy of the registry for which there is no room stays as it was, whole and alone', async () => {
  const dataDir = disk?.folder ?? '';
  await keepLastGood(dataDir, document('1.0.0', ''));
  const before = await readFile(lastGoodPath(dataDir), 'utf8');
  const names = await readdir(dataDir);
  for (const room of [0, SOME_ROOM]) {
    disk?.fill(room);
    await expect(keepLastGood(dataDir, LONG)).rejects.toThrow(/ENOSPC|disk is full/);
    disk?.makeRoom();
    expect(await readFile(lastGoodPath(dataDir), 'utf8')).toBe(before);
    expect(await readdir(dataDir)).toEqual(names);
  }
  await keepLastGood(dataDir, LONG);
  expect((await readLastGood(dataDir))?.remotes['mf-tiny']?.live.version).toBe('2.0.0');
});
