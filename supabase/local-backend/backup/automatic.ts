import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { automaticBackups, backupName, isBackupName } from '@ki/shared/process/backups.ts';
import type { Configuration } from '../configuration.ts';
import type { InBulk } from '../database/database.ts';
import type { Log } from '../log.ts';
import { writeBackup } from './archive.ts';
import type { OnUnmade } from './snapshot.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The last seven, and the last one of each of seven days and of four weeks. */
const KEPT = [
  { count: 7, span: 1 },
  { count: 7, span: DAY_MS },
  { count: 4, span: 7 * DAY_MS },
];

export const backupsIn = (dataDir: string) => join(dataDir, 'backups');

type Settings = Pick<Configuration, 'BACKUP_EVERY' | 'BACKUP_TO' | 'DATA_DIR'>;

const later = (work: () => void, ms: number): unknown => setTimeout(work, ms).unref();

/** Makes a backup whenever the last one is older than `BACKUP_EVERY`, until the returned function is called. */
export function keepBackups(
  { BACKUP_EVERY: every, ...settings }: Settings,
  inBulk: InBulk,
  log: Log,
  schedule = later,
): () => void {
  if (!every) return () => {};
  let isStopped = false;
  const turn = async (): Promise<void> => {
    if (isStopped) return;
    const wait = await backUpWhenDue(every, settings, inBulk, log).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      if (!isStopped) log('notice', { message: `the automatic backup failed: ${why.replace(/\s*\n\s*/g, ' ')}` });
      return Math.min(every, HOUR_MS);
    });
    schedule(turn, wait);
  };
  void turn();
  return () => {
    isStopped = true;
  };
}

/** Resolves with the time until the next turn. */
async function backUpWhenDue(
  every: number,
  { BACKUP_TO, DATA_DIR: dataDir }: Omit<Settings, 'BACKUP_EVERY'>,
  inBulk: InBulk,
  log: Log,
): Promise<number> {
  const folder = BACKUP_TO ?? backupsIn(dataDir);
  // A missing `BACKUP_TO` may be a disk that is not mounted.
  if (!BACKUP_TO) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [last = Number.NEGATIVE_INFINITY] = await automaticBackups(folder);
  const begun = Date.now();
  if (begun < last + every) return last + every - begun;
  await removeDrafts(folder);
  const file = join(folder, backupName(begun));
  await writeBackup(file, dataDir, inBulk, noteUnmade(log));
  log('backed_up', { file });
  await prune(folder);
  return Math.max(0, begun + every - Date.now());
}

export const noteUnmade =
  (log: Log): OnUnmade =>
  (names) =>
    log('notice', { message: `no migration makes ${names.join(', ')}: the backup is without` });

/** A killed process leaves its draft behind. */
async function removeDrafts(folder: string): Promise<void> {
  const isDraft = (name: string) => isBackupName(name.replace(/\.\d+\.tmp$/, '')) && !isBackupName(name);
  for (const name of (await readdir(folder)).filter(isDraft)) await rm(join(folder, name), { force: true });
}

async function prune(folder: string): Promise<void> {
  const times = await automaticBackups(folder);
  const spanOf = (time: number | undefined, span: number) => (time === undefined ? null : Math.floor(time / span));
  const kept = new Set(
    KEPT.flatMap(({ count, span }) =>
      times.filter((time, index) => spanOf(time, span) !== spanOf(times[index - 1], span)).slice(0, count),
    ),
  );
  for (const time of times) if (!kept.has(time)) await rm(join(folder, backupName(time)));
}
