import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Configuration } from '../configuration.ts';
import { DataDirInUse, lockDataDir } from '../data-dir/lock.ts';
import type { InBulk } from '../database/bulk.ts';
import { clusterIn, openStored, pgliteIn } from '../database/embedded.ts';
import { connectTo } from '../database/postgres.ts';
import { runtimeFolder } from '../postgres/runtime.ts';
import { requireWhole } from './restore.ts';

export class NoDatabase extends Error {
  override name = 'NoDatabase';
}

/** While a platform starts or stops, its database has neither a free folder nor a socket. */
const ATTEMPTS = 40;
const PAUSE = 250;

/** Lets `work` read the database of a platform, whether that runs or not: by its socket, or by opening it meanwhile. */
export async function withDatabase<Result>(
  { DATA_DIR, DATABASE_URL }: Pick<Configuration, 'DATA_DIR' | 'DATABASE_URL'>,
  work: (inBulk: InBulk) => Promise<Result>,
): Promise<Result> {
  const { inBulk, close } = DATABASE_URL ? connectTo(DATABASE_URL) : await reach(DATA_DIR);
  try {
    return await work(inBulk);
  } finally {
    await close();
  }
}

interface Reached {
  inBulk: InBulk;
  close(): Promise<void>;
}

async function reach(dataDir: string): Promise<Reached> {
  const isThere = existsSync(clusterIn(dataDir)) || existsSync(pgliteIn(dataDir));
  if (!isThere) throw new NoDatabase(`there is no database in ${dataDir}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openMeanwhile(dataDir);
    } catch (error) {
      if (!(error instanceof DataDirInUse)) throw error;
    }
    const reached = await reachRunning(dataDir);
    if (reached) return reached;
    if (attempt === ATTEMPTS)
      throw new NoDatabase(`the database in ${dataDir} runs but cannot be reached; stop it first`);
    await setTimeout(PAUSE);
  }
}

async function openMeanwhile(dataDir: string): Promise<Reached> {
  const unlock = lockDataDir(dataDir);
  try {
    requireWhole(dataDir);
    const opened = await openStored(dataDir);
    if (!opened) throw new NoDatabase(`there is no database in ${dataDir}`);
    return { inBulk: opened.inBulk, close: () => opened.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function reachRunning(dataDir: string): Promise<Reached | undefined> {
  const connection = connectTo({ folder: runtimeFolder(clusterIn(dataDir)) });
  try {
    await connection.inBulk((session) => session.query('select'));
    return connection;
  } catch {
    await connection.close();
    return undefined;
  }
}
