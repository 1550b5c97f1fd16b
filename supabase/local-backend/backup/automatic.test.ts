import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupName } from '@ki/shared/process/backups.ts';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { mountSmallDisk } from '@ki/shared/testing/small-disk.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Backend } from '../boot.ts';
import type { InBulk } from '../database/database.ts';
import { migrationsDir } from '../fixtures/backend.ts';
import { bootTestBackend } from '../fixtures/test-backend.ts';
import type { Log } from '../log.ts';
import { openBackup } from './archive.ts';
import { keepBackups } from './automatic.ts';

// A database is created here, on a disk that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BEGIN = Date.parse('2026-03-01T12:00:00Z');

const disk = mountSmallDisk(1);

let backend: Backend;
let dataDir: string;
let backups: string;

beforeAll(async () => {
  backend = await bootTestBackend({ migrationsDir, seed: false });
  return backend.close;
});
afterAll(() => disk?.remove());
beforeEach(() => {
  dataDir = folderOfTest();
  backups = join(dataDir, 'backups');
  vi.useFakeTimers({ toFake: ['Date'], now: BEGIN });
});
afterEach(() => void vi.useRealTimers());

interface Next {
  wait: number;
  turn: () => void;
}

/** A platform whose turns come when the test calls them. */
function platform(settings: { BACKUP_EVERY?: number; BACKUP_TO?: string } = {}, inBulk: InBulk = backend.inBulk) {
  const log = vi.fn<Log>();
  const onScheduled = vi.fn<(next: Next) => void>();
  let scheduled = Promise.withResolvers<Next>();
  const given = { BACKUP_EVERY: DAY, BACKUP_TO: undefined, ...settings, DATA_DIR: dataDir };
  const end = keepBackups(given, inBulk, log, (turn, wait) => {
    onScheduled({ turn, wait });
    scheduled.resolve({ turn, wait });
  });
  onTestFinished(end);
  return {
    log,
    onScheduled,
    end,
    /** Waits until a turn is over; resolves with the time until the next one. */
    turnIsOver: async () => (await scheduled.promise).wait,
    /** Moves the clock on to the next turn and waits until that is over. */
    nextTurn: async () => {
      const { turn, wait } = await scheduled.promise;
      scheduled = Promise.withResolvers();
      vi.setSystemTime(Date.now() + wait);
      turn();
      return (await scheduled.promise).wait;
    },
  };
}

const namesIn = (folder: string) => readdirSync(folder).sort();
const at = (...times: number[]) => times.map((time) => backupName(BEGIN + time)).sort();

test('a backup is made at once and after each interval, and a restart goes by the age of the last one', async () => {
  const first = platform();
  expect(await first.turnIsOver()).toBe(DAY);
  expect(namesIn(backups)).toEqual(at(0));
  expect(await first.nextTurn()).toBe(DAY);
  expect(namesIn(backups)).toEqual(at(0, DAY));
  first.end();

  vi.setSystemTime(BEGIN + DAY + HOUR);
  const second = platform();
  expect(await second.turnIsOver()).toBe(DAY - HOUR);
  expect(namesIn(backups)).toEqual(at(0, DAY));
  await second.nextTurn();
  expect(namesIn(backups)).toEqual(at(0, DAY, 2 * DAY));
  second.end();

  vi.setSystemTime(BEGIN + 4 * DAY);
  const third = platform();
  expect(await third.turnIsOver()).toBe(DAY);
  expect(namesIn(backups)).toEqual(at(0, DAY, 2 * DAY, 4 * DAY));
  expect(third.log.mock.calls).toEqual([['backed_up', { file: join(backups, backupName(BEGIN + 4 * DAY)) }]]);
});

test('without BACKUP_EVERY there is none', async () => {
  const { onScheduled } = platform({ BACKUP_EVERY: undefined });
  await platform({ BACKUP_TO: dataDir }).turnIsOver();
  expect(namesIn(dataDir)).toEqual(at(0));
  expect(onScheduled).not.toHaveBeenCalled();
});

test('a backup is that of pnpm data backup, and contains no earlier one', async () => {
  writeFileSync(join(dataDir, 'jwt-secret'), 'a secret');
  // In `DATA_DIR` itself, and beside its other files.
  const into = join(dataDir, 'store');
  mkdirSync(into);
  const { nextTurn } = platform({ BACKUP_TO: into });
  await nextTurn();
  const { snapshot, writeFiles } = await openBackup(join(into, backupName(BEGIN + DAY)));
  for (const table of snapshot.contents.tables) for await (const _ of snapshot.rowsOf(table));
  const restored = join(dataDir, 'restored');
  await writeFiles(restored);
  expect(namesIn(restored)).toEqual(['jwt-secret']);
});

test('a failure is one line, is tried again, and leaves nothing', async () => {
  const folder = join(dataDir, 'mounted');
  const { log, turnIsOver, nextTurn } = platform({ BACKUP_TO: folder });
  // A folder of a disk that is not there is not created on another.
  expect(await turnIsOver()).toBe(HOUR);
  expect(log.mock.calls).toEqual([
    ['notice', { message: expect.stringMatching(/^the automatic backup failed: .*ENOENT.*mounted'$/) }],
  ]);
  mkdirSync(folder);
  expect(await nextTurn()).toBe(DAY);
  expect(namesIn(folder)).toEqual(at(HOUR));

  const often = platform({ BACKUP_EVERY: HOUR / 2, BACKUP_TO: join(dataDir, 'none') });
  expect(await often.turnIsOver()).toBe(HOUR / 2);
});

test('the next turn waits for a backup that takes long, and an ended platform begins none', async () => {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const slowly: InBulk = async (work) => {
    begun.resolve();
    await gate.promise;
    return backend.inBulk(work);
  };
  const { onScheduled, turnIsOver, nextTurn, end } = platform({}, slowly);
  await begun.promise;
  expect(onScheduled).not.toHaveBeenCalled();
  vi.setSystemTime(BEGIN + 3 * DAY);
  gate.resolve();
  // The next backup is due by now.
  expect(await turnIsOver()).toBe(0);
  expect(await nextTurn()).toBe(DAY);
  expect(namesIn(backups)).toEqual(at(0, 3 * DAY));
  end();
  const [{ turn } = { turn: () => {} }] = onScheduled.mock.calls.at(-1) ?? [];
  await turn();
  expect(onScheduled).toHaveBeenCalledTimes(2);
});

test('the last seven, one of each of seven days and one of each of four weeks are kept, and files of others', async () => {
  mkdirSync(backups);
  const others = [
    'automatic-notes.tar.gz',
    'backup.tar.gz',
    'before-migrating-2026-01-01T00-00-00.000Z.tar.gz',
    // Its clock was ahead.
    backupName(BEGIN + 5 * DAY),
    `${backupName(BEGIN)}.copy`,
  ];
  const hours = Array.from({ length: 60 * 12 }, (_, index) => -2 * index - 1);
  const drafts = [`${backupName(BEGIN - HOUR)}.4711.tmp`];
  for (const name of [...others, ...drafts, ...at(...hours.map((hour) => hour * HOUR))]) {
    writeFileSync(join(backups, name), '');
  }
  await platform({ BACKUP_EVERY: HOUR }).turnIsOver();
  const kept = namesIn(backups).filter((name) => !others.includes(name));
  const shown = kept.map((name) => name.replace(/^automatic-2026-(.{8}).*$/, '$1')).reverse();
  expect(shown).toEqual([
    ...['03-01T12', '03-01T11', '03-01T09', '03-01T07', '03-01T05', '03-01T03', '03-01T01'],
    ...['02-28T23', '02-27T23', '02-26T23', '02-25T23', '02-24T23', '02-23T23'],
    // Weeks begin on Thursday.
    ...['02-18T23', '02-11T23'],
  ]);
  expect(namesIn(backups)).toEqual(expect.arrayContaining(others));
});

/** Mounting needs root or `sudo` without a password; elsewhere this test is skipped. */
test.skipIf(!disk)('on a full disk a backup fails with the message of the system and leaves no half file', async () => {
  const folder = disk?.folder ?? '';
  disk?.fill();
  const { log, turnIsOver, nextTurn } = platform({ BACKUP_TO: folder });
  await turnIsOver();
  expect(log.mock.calls).toEqual([['notice', { message: expect.stringContaining('no space left on device') }]]);
  expect(namesIn(folder)).toEqual(['filler']);
  disk?.makeRoom();
  await nextTurn();
  expect(namesIn(folder)).toEqual(at(HOUR));
});
