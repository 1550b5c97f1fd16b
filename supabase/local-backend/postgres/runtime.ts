import { cpSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { shortHash } from '@ki/shared/process/hash.ts';
import { type Account, giveTo } from './account.ts';
import { canRun, findPrograms, homeOf, inCopy, type Programs } from './programs.ts';

/** What one run of PostgreSQL needs beside its data. */
export interface Runtime {
  programs: Programs;
  account: Account;
  /** Private, and its path short: that of a socket may have about 100 bytes, and `DATA_DIR` may be anywhere. */
  folder: string;
  remove(): void;
}

/** Of a path that leaves room for the folder's own name and the socket's. */
const LONGEST = 60;

/**
 * Where the socket of a cluster's server is: always the same place, so that what a killed server left is not left for
 * ever. Whoever else takes that name only keeps the server from starting.
 */
export function runtimeFolder(cluster: string): string {
  const temporary = tmpdir().length > LONGEST ? '/tmp' : tmpdir();
  const place = join(realpathSync(dirname(cluster)), basename(cluster));
  return join(temporary, `ki-postgres-${process.getuid?.()}-${shortHash(place)}`);
}

/** The programs as the account can run them, and a folder for the socket; nothing where PostgreSQL does not run. */
export async function prepareRuntime(cluster: string, account: Account): Promise<Runtime | undefined> {
  const found = await findPrograms();
  if (!found) return undefined;
  const folder = runtimeFolder(cluster);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  remove();
  mkdirSync(folder, { mode: 0o700 });
  giveTo(account, folder);
  const programs = await runnable(found, account, folder);
  if (programs) return { programs, account, folder, remove };
  remove();
  return undefined;
}

/** As they are, or copied to where the account may enter: the project may lie below root's own folder. */
async function runnable(found: Programs, account: Account, folder: string): Promise<Programs | undefined> {
  if (await canRun(found, account)) return found;
  if (account.uid === undefined) return undefined;
  const copy = join(folder, 'programs');
  cpSync(homeOf(found), copy, { recursive: true, verbatimSymlinks: true });
  const copied = inCopy(found, copy);
  return (await canRun(copied, account)) ? copied : undefined;
}
