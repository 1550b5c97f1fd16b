import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMeanwhile, type Reached } from './backup/database-of.ts';
import { readConfiguration } from './configuration.ts';
import { DataDirInUse, storeTokens } from './data-dir.ts';
import { databaseOf } from './database/database.ts';
import { connectTo } from './database/postgres.ts';

async function open(dataDir: string, databaseUrl: string | undefined): Promise<Reached | null> {
  if (databaseUrl) return connectTo(databaseUrl);
  const none = `there is no database in ${dataDir}; expected the DATA_DIR of a platform that was started once`;
  if (!existsSync(dataDir)) throw new Error(none);
  try {
    return await openMeanwhile(dataDir, none);
  } catch (error) {
    if (error instanceof DataDirInUse) return null;
    throw error;
  }
}

/** Opens the registry of a stopped embedded platform; `null` while its data directory is in use. */
export async function openStoppedRegistry(dataDir: string, environment: NodeJS.ProcessEnv) {
  const opened = await open(dataDir, readConfiguration(environment).DATABASE_URL);
  if (!opened) return null;
  const database = databaseOf(opened.inBulk);
  try {
    await storeTokens(dataDir, database);
  } catch (error) {
    await opened.close();
    throw new Error(`the database of ${dataDir} is not this platform's; start the platform on it once`, {
      cause: error,
    });
  }
  const token = readFileSync(join(dataDir, 'operator-token'), 'utf8').trim();
  return {
    async call(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
      const named = Object.entries({ token, ...args });
      const list = named.map(([argument], index) => `${argument} => $${index + 1}`).join(', ');
      const [row] = await database.query<{ result: unknown }>(
        `select public.${name}(${list}) as result`,
        named.map(([, value]) => value),
      );
      return row?.result ?? null;
    },
    close: opened.close,
  };
}
