import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rounds } from '../../scripts/lib/rounds.mjs';
import { MEGABYTE, mountSmallDisk } from '../../scripts/small-disk.ts';
import { KeptBackend } from './kept-backend.ts';

const ROUNDS = rounds({ short: 1, long: 10 });
/** Room for the seeded database and its log, and not for much more. */
const DISK_MEGABYTES = 300;
/** Room for what is written, and none for another file of the database's log, each of which has 16 MB. */
const LESS_THAN_A_LOG_FILE = 12 * MEGABYTE;

const cli = fileURLToPath(new URL('../local-backend/data.ts', import.meta.url));
const disk = mountSmallDisk(DISK_MEGABYTES);

/** Only root may mount, or who may use `sudo` without a password; elsewhere these are listed as skipped. */
describe.skipIf(!disk)('on a disk that gets full', () => {
  let backend: KeptBackend;
  const theDisk = () => {
    if (!disk) throw new Error('no disk was mounted');
    return disk;
  };
  beforeAll(async () => {
    backend = new KeptBackend({ folder: theDisk().folder, contentBytes: 200_000 });
    await backend.start();
  });
  afterEach(() => disk?.makeRoom());
  afterAll(async () => {
    await backend?.stop();
    disk?.remove();
  });

  async function lostWrites(): Promise<string[]> {
    const acknowledged = [...backend.acknowledged];
    const stored = await backend.stored();
    return acknowledged.filter((slug) => !stored.has(slug));
  }

  async function backUp(file: string) {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', cli, 'backup', file], {
      env: { PATH: process.env.PATH, DATA_DIR: backend.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    return { code, said };
  }

  test('what does not fit is refused by name, everything is read on, and with room again it is written', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await backend.untilWritten(10);
      theDisk().fill();
      await backend.untilRefused(40);
      expect(await lostWrites()).toEqual([]);
      theDisk().makeRoom();
      await backend.untilReady();
    }
    await backend.untilWritten(10);
    expect([...new Set(backend.refusals)]).toEqual([503]);
  }, 300_000);

  test('a backup that does not fit ends with one line and leaves nothing', async () => {
    theDisk().fill();
    const { code, said } = await backUp(join(theDisk().folder, 'backup.tar.gz'));
    expect(code).toBe(1);
    expect(said).toMatch(/^[^\n]*no space left on device[^\n]*\n$/i);
    expect(readdirSync(theDisk().folder).filter((name) => name.startsWith('backup'))).toEqual([]);
  }, 120_000);

  test('a database whose log has no room ends, and has everything when it has', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await backend.untilWritten(10);
      const { ended } = backend;
      theDisk().fill(LESS_THAN_A_LOG_FILE);
      expect(await ended).toBe(1);
      theDisk().makeRoom();
      await backend.untilReady();
      expect(await lostWrites()).toEqual([]);
    }
    await backend.untilWritten(10);
  }, 300_000);

  test('not one write that was acknowledged is lost, and nothing is there that nobody wrote', async () => {
    await backend.stopWriting();
    const stored = await backend.stored();
    expect(backend.acknowledged.filter((slug) => !stored.has(slug))).toEqual([]);
    expect([...stored].filter((slug) => !backend.wasAttempted(slug))).toEqual([]);
  });
});
