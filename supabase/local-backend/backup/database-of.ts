import { setTimeout } from 'node:timers/promises';
import type { Configuration } from '../configuration.ts';
import { DataDirInUse, lockDataDir } from '../data-dir.ts';
import { socketAddress } from '../database/address.ts';
import type { InBulk, OpenDatabase } from '../database/database.ts';
import { clusterIn, openExisting, requireComplete } from '../database/embedded.ts';
import { connectTo } from '../database/postgres.ts';
import { runtimeFolder } from '../postgres/runtime.ts';
import { requireWhole } from './restore.ts';

/** A platform that starts or stops has for a moment neither an unlocked folder nor a socket. */
const ATTEMPTS = 40;
const PAUSE = 250;

export async function withDatabase<Result>(
  { DATA_DIR, DATABASE_URL }: Pick<Configuration, 'DATA_DIR' | 'DATABASE_URL'>,
  work: (inBulk: InBulk) => Promise<Result>,
): Promise<Result> {
  const { inBulk, close } = DATABASE_URL ? connectTo(DATABASE_URL) : await reach(DATA_DIR);
  return work(inBulk).finally(close);
}

export type Reached = Pick<OpenDatabase, 'inBulk' | 'close'>;

async function reach(dataDir: string): Promise<Reached> {
  const none = `there is no database in ${dataDir}`;
  if (!requireComplete(dataDir)) throw new Error(none);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openMeanwhile(dataDir, none);
    } catch (error) {
      if (!(error instanceof DataDirInUse)) throw error;
    }
    const reached = await reachRunning(dataDir);
    if (reached) return reached;
    if (attempt === ATTEMPTS) throw new Error(`the database in ${dataDir} runs but cannot be reached; stop it first`);
    await setTimeout(PAUSE);
  }
}

export async function openMeanwhile(dataDir: string, none: string): Promise<Reached> {
  const unlock = lockDataDir(dataDir);
  try {
    requireWhole(dataDir);
    if (!requireComplete(dataDir)) throw new Error(none);
    const opened = await openExisting(dataDir);
    return { inBulk: opened.inBulk, close: () => opened.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function reachRunning(dataDir: string): Promise<Reached | undefined> {
  const connection = connectTo(socketAddress(runtimeFolder(clusterIn(dataDir))));
  try {
    await connection.inBulk((session) => session.query('select'));
    return connection;
  } catch {
    await connection.close();
    return undefined;
  }
}
