import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CREATED, requireMark } from '../data-dir/created-mark.ts';
import { syncFolder, writeFileAtomically } from '../data-dir/write-file-atomically.ts';
import type { Log } from '../log.ts';
import { accountOfCluster, accountOfNewCluster } from '../postgres/account.ts';
import { createCluster } from '../postgres/cluster.ts';
import { endLeftBehind } from '../postgres/left-behind.ts';
import { prepareRuntime, type Runtime } from '../postgres/runtime.ts';
import { startServer } from '../postgres/server.ts';
import { loadSnapshot } from '../snapshot/load.ts';
import { withSnapshot } from '../snapshot/take.ts';
import type { OpenDatabase } from './open-database.ts';
import { openPostgres } from './postgres.ts';

/** Puts content into a database that was just created. */
export type Fill = (database: OpenDatabase) => Promise<void>;

/** The folder of PostgreSQL's cluster in a data directory; the next major version will need another. */
export const clusterIn = (dataDir: string) => join(dataDir, 'postgres-17');

/** Where PGlite stores, which was the embedded database of every platform once. */
export const pgliteIn = (dataDir: string) => join(dataDir, 'postgres');

/** Where what PGlite had stored is kept after it was taken over. */
const KEPT = 'pglite-original';

/** Tells whether a data directory has a database; refuses one that may be what is left of one. */
export function requireComplete(dataDir: string): boolean {
  const [cluster, pglite] = [clusterIn(dataDir), pgliteIn(dataDir)];
  if (existsSync(cluster)) requireMark(cluster, cluster);
  else requireMark(pglite, join(pglite, 'global', 'pg_control'));
  return existsSync(cluster) || existsSync(pglite);
}

/**
 * Opens the database of a data directory, whose lock the caller holds: PostgreSQL, or PGlite where there is none for
 * the platform. What PGlite had stored is taken over first.
 */
export async function openEmbedded(dataDir: string, log: Log): Promise<OpenDatabase> {
  const cluster = clusterIn(dataDir);
  requireComplete(dataDir);
  if (!existsSync(cluster)) {
    const isCreated = await createCompletely(
      dataDir,
      existsSync(pgliteIn(dataDir)) ? takeOver(dataDir, log) : undefined,
    );
    if (!isCreated) return openWithoutPostgres(dataDir, log);
  }
  setPgliteAside(dataDir, log);
  return openExisting(cluster);
}

/** Opens the database of a data directory as it is, and nothing if there is none. */
export async function openStored(dataDir: string): Promise<OpenDatabase | undefined> {
  const cluster = clusterIn(dataDir);
  if (existsSync(cluster)) return openExisting(cluster);
  if (!existsSync(join(pgliteIn(dataDir), CREATED))) return undefined;
  const { openPgliteIn } = await import('./pglite.ts');
  return openPgliteIn(pgliteIn(dataDir));
}

/** Creates the database of an empty data directory with everything that is to be in it, or nothing. */
export async function createIn(dataDir: string, fill: Fill): Promise<void> {
  if (await createCompletely(dataDir, fill)) return;
  const { openPgliteIn } = await import('./pglite.ts');
  const database = await openPgliteIn(pgliteIn(dataDir));
  try {
    await fill(database);
  } finally {
    await database.close();
  }
}

async function openExisting(cluster: string): Promise<OpenDatabase> {
  requireMark(cluster, cluster);
  await endLeftBehind(cluster);
  const runtime = await prepareRuntime(cluster, accountOfCluster(cluster));
  if (!runtime) throw new Error(`PostgreSQL does not run on this machine, and ${cluster} needs it.`);
  return openCluster(cluster, runtime);
}

/** Creates a cluster that is there when it is whole; tells whether PostgreSQL runs here. What a killed start left goes. */
async function createCompletely(dataDir: string, fill?: Fill): Promise<boolean> {
  const cluster = clusterIn(dataDir);
  const draft = `${cluster}.new`;
  await endLeftBehind(draft);
  rmSync(draft, { recursive: true, force: true });
  const runtime = await prepareRuntime(draft, accountOfNewCluster());
  if (!runtime) return false;
  try {
    await createCluster(draft, runtime);
    if (fill) await fillCluster(draft, runtime, fill);
    writeFileAtomically(join(draft, CREATED), '');
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  } finally {
    runtime.remove();
  }
  renameSync(draft, cluster);
  syncFolder(dataDir);
  return true;
}

async function fillCluster(cluster: string, runtime: Runtime, fill: Fill): Promise<void> {
  const database = await openCluster(cluster, { ...runtime, remove: () => {} });
  try {
    await fill(database);
  } finally {
    await database.close();
  }
}

async function openCluster(cluster: string, runtime: Runtime): Promise<OpenDatabase> {
  const server = await startServer(cluster, runtime).catch((error) => {
    runtime.remove();
    throw error;
  });
  const opened = await openPostgres(server);
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

function takeOver(dataDir: string, log: Log): Fill {
  return async (target) => {
    const folder = pgliteIn(dataDir);
    log('taking_over', { message: `taking over what PGlite stored in ${folder}` });
    const { openPgliteIn } = await import('./pglite.ts');
    const source = await openPgliteIn(folder);
    try {
      await withSnapshot(source.inBulk, (snapshot) => loadSnapshot(target, snapshot));
    } finally {
      await source.close();
    }
  };
}

/** After everything in it was taken over, or after an earlier version of the platform stored there once more. */
function setPgliteAside(dataDir: string, log: Log): void {
  const folder = pgliteIn(dataDir);
  if (!existsSync(folder)) return;
  let kept = join(dataDir, KEPT);
  for (let count = 2; existsSync(kept); count += 1) kept = join(dataDir, `${KEPT}-${count}`);
  renameSync(folder, kept);
  log('notice', { message: `PostgreSQL stores the data now; what PGlite had stored is kept in ${kept}` });
}

async function openWithoutPostgres(dataDir: string, log: Log): Promise<OpenDatabase> {
  const { openPgliteIn } = await import('./pglite.ts');
  log('notice', {
    message: `no PostgreSQL for ${process.platform} ${process.arch}: PGlite stores without fsync and cannot interrupt a statement`,
  });
  return openPgliteIn(pgliteIn(dataDir));
}
