import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { renameDurably, writeDurably } from '@ki/shared/process/files.ts';
import { accountOfCluster, accountOfNewCluster, prepareRuntime, type Runtime } from '../postgres/runtime.ts';
import { createCluster, endLeftBehind, startServer } from '../postgres/server.ts';
import { socketAddress } from './address.ts';
import type { OpenDatabase } from './database.ts';
import { openPostgres } from './postgres.ts';

export const clusterIn = (dataDir: string) => join(dataDir, 'postgres-17');

const CREATED = 'created';

export function requireComplete(dataDir: string): boolean {
  const [cluster, pglite] = [clusterIn(dataDir), join(dataDir, 'postgres')];
  if (existsSync(pglite)) {
    throw new Error(
      `${pglite} holds a PGlite database of an earlier version of the platform, which this version cannot read; ` +
        'nothing was touched. Export it with that version, or move the folder away to begin anew.',
    );
  }
  if (!existsSync(cluster)) return false;
  if (existsSync(join(cluster, CREATED))) return true;
  throw new Error(
    `${cluster} holds a database without the file "${CREATED}" that a complete one has; nothing was touched. ` +
      'If all of it is there, make an empty file of that name in it. Else move the folder away, and restore a backup.',
  );
}

export async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  if (!requireComplete(dataDir)) await createIn(dataDir);
  return openExisting(dataDir);
}

export async function openExisting(dataDir: string): Promise<OpenDatabase> {
  const cluster = clusterIn(dataDir);
  await endLeftBehind(cluster);
  return openCluster(cluster, await prepareRuntime(cluster, accountOfCluster(cluster)));
}

/**
 * The initdb of a killed start may still write there, or remove its own files: `rmSync` takes a file that is gone for
 * success and leaves the folder.
 */
export async function removeDraft(draft: string): Promise<void> {
  for (let attempt = 0; attempt < 50 && existsSync(draft); attempt += 1) {
    rmSync(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    if (existsSync(draft)) await pause(100);
  }
}

/** Creates a cluster, filled where `fill` is given, with whose result it resolves. */
export async function createIn<Result>(
  dataDir: string,
  fill?: (database: OpenDatabase) => Promise<Result>,
): Promise<Result | undefined> {
  const cluster = clusterIn(dataDir);
  // A cluster is renamed when it is complete; a killed start leaves only a draft.
  const draft = `${cluster}.new`;
  await endLeftBehind(draft);
  await removeDraft(draft);
  const runtime = await prepareRuntime(draft, accountOfNewCluster());
  let result: Result | undefined;
  try {
    await createCluster(draft, runtime);
    if (fill) {
      const database = await openCluster(draft, runtime);
      result = await fill(database).finally(database.close);
    }
    await writeDurably(join(draft, CREATED), '');
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  } finally {
    runtime.remove();
  }
  await renameDurably(draft, cluster);
  return result;
}

async function openCluster(cluster: string, runtime: Runtime): Promise<OpenDatabase> {
  const server = await startServer(cluster, runtime).catch((error) => {
    runtime.remove();
    throw error;
  });
  const opened = await openPostgres(socketAddress(server.folder));
  let isClosing = false;
  const gone = server.gone.then(() => (isClosing ? new Promise<void>(() => {}) : undefined));
  const close = async () => {
    isClosing = true;
    await opened.close();
    await server.stop();
    runtime.remove();
  };
  return { ...opened, gone, close };
}
