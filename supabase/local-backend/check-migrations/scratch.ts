import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '@ki/shared/process/lock.ts';
import { socketAddress } from '../database/address.ts';
import type { OpenDatabase } from '../database/database.ts';
import { clusterIn, createIn } from '../database/embedded.ts';
import { openPostgres } from '../database/postgres.ts';
import { runtimeFolder } from '../postgres/runtime.ts';

/** A database server that is removed after the check. */
export interface Scratch {
  /** Copies a database that nobody has open. */
  readonly copy: (template: string, name: string) => Promise<void>;
  readonly open: (name: string) => Promise<OpenDatabase>;
}

/** One for all checks of an account, so that each replaces the leftovers of a killed one. */
export const SCRATCH = join(tmpdir(), `ki-migrations-${process.getuid?.()}`);
/** Several checks may begin at once. */
const WAIT_MS = 300_000;

async function inScratch<T>(work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const dataDir = join(SCRATCH, 'data');
  const cluster = clusterIn(dataDir);
  // `createIn` ends and replaces a draft, not a cluster.
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  try {
    const result = await createIn(dataDir, async ({ database }) => {
      const address = (name: string) => socketAddress(runtimeFolder(`${cluster}.new`), name);
      const copy = (template: string, name: string) => database.execute(`create database ${name} template ${template}`);
      return work({ copy, open: (name) => openPostgres(address(name)) });
    });
    return result as T;
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

const WRITABLE_BY_OTHERS = 0o022;

/** Another account may have made the folder first, with a link in it to a database that the removal would delete. */
function expectOwnFolder(): void {
  const found = lstatSync(SCRATCH);
  const account = process.getuid?.();
  if (account === undefined) return;
  if (found.isDirectory() && found.uid === account && (found.mode & WRITABLE_BY_OTHERS) === 0) return;
  throw new Error(`${SCRATCH} has to be a folder of this account that others cannot write to; remove it`);
}

export async function withScratch<T>(work: (scratch: Scratch) => Promise<T>): Promise<T> {
  mkdirSync(SCRATCH, { recursive: true, mode: 0o700 });
  expectOwnFolder();
  return withLock(join(SCRATCH, 'lock'), WAIT_MS, () => inScratch(work));
}
