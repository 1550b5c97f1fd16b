import { randomBytes } from 'node:crypto';
import { rounds } from '@ki/shared/testing/rounds.ts';
import { MEGABYTE, mountSmallDisk } from '@ki/shared/testing/small-disk.ts';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { KeptBackend, writePost } from './testing/kept-backend.ts';

const ROUNDS = rounds({ short: 1, long: 10 });
/** Room for the seeded database with its write-ahead log, and for the writes before the disk is full. */
const DISK_MEGABYTES = 300 + 100 * ROUNDS;
/** Room for writes, and none for another file of the write-ahead log, which has 16 MB. */
const LESS_THAN_A_LOG_FILE = 12 * MEGABYTE;

const disk = mountSmallDisk(DISK_MEGABYTES);

/** Mounting needs root or `sudo` without a password; elsewhere these tests are skipped. */
describe.skipIf(!disk)('on a disk that gets full', () => {
  const theDisk = () => {
    if (!disk) throw new Error('no disk was mounted');
    return disk;
  };
  afterAll(() => disk?.remove());

  /** Runs on a new database: an older one recycles files of its write-ahead log and needs no other for long. */
  async function withBackend(work: (backend: KeptBackend) => Promise<void>): Promise<void> {
    const backend = new KeptBackend(
      // One word: the index of the search is small, and the write-ahead log needs another file after many writes only.
      writePost(() => randomBytes(125_000).toString('hex')),
      theDisk().folder,
    );
    try {
      await backend.start();
      await backend.writeAsService();
      await work(backend);
    } finally {
      theDisk().makeRoom();
      await backend.stop();
    }
  }

  /**
   * Waits until the write-ahead log needs another file. The fill leaves room for the tables each time: without it the
   * database refuses every write and fills no log.
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

  test(
    'on a full disk writes are refused with 503 and reads succeed; with space again writes succeed',
    () =>
      withBackend(async (backend) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          await backend.untilWritten(10);
          theDisk().fill();
          await backend.untilRefused(20);
          const acknowledged = [...backend.acknowledged];
          const stored = await backend.storedPosts();
          expect(acknowledged.filter((slug) => !stored.has(slug))).toEqual([]);
          theDisk().makeRoom();
          await backend.untilReady();
        }
        await backend.untilWritten(10);
        expect([...new Set(backend.refusals)]).toEqual([503]);
        await backend.expectNothingLost(() => backend.storedPosts());
      }),
    600_000,
  );

  test('a database without space for its write-ahead log ends, and restarts with every write', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await withBackend(async (backend) => {
        await backend.untilWritten(10);
        expect(await endedWithoutALogFile(backend)).toBe(1);
        theDisk().makeRoom();
        await backend.untilReady();
        await backend.untilWritten(10);
        await backend.expectNothingLost(() => backend.storedPosts());
      });
    }
  }, 1_200_000);
});
