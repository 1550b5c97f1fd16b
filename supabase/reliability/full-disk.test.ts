import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { rounds } from '../../scripts/lib/rounds.mjs';
import { MEGABYTE, mountSmallDisk } from '../../scripts/small-disk.ts';
import { KeptBackend } from './kept-backend.ts';

const ROUNDS = rounds({ short: 1, long: 10 });
/** Room for the seeded database with its log, and for what the writers get in while there is room. */
const DISK_MEGABYTES = 300 + 100 * ROUNDS;
/** Room for what is written, and none for another file of the database's log, each of which has 16 MB. */
const LESS_THAN_A_LOG_FILE = 12 * MEGABYTE;

const cli = fileURLToPath(new URL('../local-backend/data.ts', import.meta.url));
const disk = mountSmallDisk(DISK_MEGABYTES);

/** Only root may mount, or who may use `sudo` without a password; elsewhere these are listed as skipped. */
describe.skipIf(!disk)('on a disk that gets full', () => {
  const theDisk = () => {
    if (!disk) throw new Error('no disk was mounted');
    return disk;
  };
  afterAll(() => disk?.remove());

  /** Runs on a database made for it: an older one keeps files of its log to use again, and needs no other for long. */
  async function withBackend(work: (backend: KeptBackend) => Promise<void>): Promise<void> {
    const backend = new KeptBackend({ folder: theDisk().folder, contentBytes: 200_000 });
    try {
      await backend.start();
      await work(backend);
    } finally {
      theDisk().makeRoom();
      await backend.stop();
    }
  }

  /** Compares with what is stored: what was acknowledged is there, and nothing that nobody wrote. */
  async function expectNothingLost(backend: KeptBackend): Promise<void> {
    await backend.stopWriting();
    const stored = await backend.stored();
    expect(backend.acknowledged.filter((slug) => !stored.has(slug))).toEqual([]);
    expect([...stored].filter((slug) => !backend.wasAttempted(slug))).toEqual([]);
  }

  /**
   * Writes go on until the log needs another file. What they take meanwhile is given back: else the tables might find
   * no room first, and a database that refuses every write fills no log.
   */
  async function endedWithoutALogFile(backend: KeptBackend): Promise<unknown> {
    let code: unknown;
    void backend.ended.then((ended) => {
      code = ended;
    });
    await vi.waitUntil(
      () => {
        theDisk().fill(LESS_THAN_A_LOG_FILE);
        return code !== undefined;
      },
      { timeout: 60_000, interval: 100 },
    );
    return code;
  }

  async function backUp(dataDir: string, file: string) {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', cli, 'backup', file], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    return { code, said };
  }

  test(
    'what does not fit is refused by name, everything is read on, and with room again it is written',
    () =>
      withBackend(async (backend) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          await backend.untilWritten(10);
          theDisk().fill();
          await backend.untilRefused(20);
          const acknowledged = [...backend.acknowledged];
          const stored = await backend.stored();
          expect(acknowledged.filter((slug) => !stored.has(slug))).toEqual([]);
          theDisk().makeRoom();
          await backend.untilReady();
        }
        await backend.untilWritten(10);
        expect([...new Set(backend.refusals)]).toEqual([503]);
        await expectNothingLost(backend);
      }),
    600_000,
  );

  test(
    'a backup that does not fit ends with one line and leaves nothing',
    () =>
      withBackend(async (backend) => {
        await backend.untilWritten(10);
        await backend.stopWriting();
        theDisk().fill();
        const { code, said } = await backUp(backend.dataDir, join(theDisk().folder, 'backup.tar.gz'));
        expect(code).toBe(1);
        expect(said).toMatch(/^[^\n]*no space left on device[^\n]*\n$/i);
        expect(readdirSync(theDisk().folder).filter((name) => name.startsWith('backup'))).toEqual([]);
      }),
    120_000,
  );

  test('a database whose log has no room ends, and has everything when it has', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await withBackend(async (backend) => {
        await backend.untilWritten(10);
        expect(await endedWithoutALogFile(backend)).toBe(1);
        theDisk().makeRoom();
        await backend.untilReady();
        await backend.untilWritten(10);
        await expectNothingLost(backend);
      });
    }
  }, 1_200_000);
});
