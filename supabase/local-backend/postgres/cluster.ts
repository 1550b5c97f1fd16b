import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { giveTo } from './account.ts';
import { handOver } from './folder-handle.ts';
import type { Runtime } from './runtime.ts';

/** The same order and the same upper and lower case on every machine. */
const LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Creates an empty cluster, synced to the disk unless told otherwise, in a folder that is not there yet. */
export async function createCluster(
  folder: string,
  { programs, account }: Runtime,
  more: readonly string[] = [],
): Promise<void> {
  mkdirSync(folder, { mode: 0o700 });
  giveTo(account, folder);
  const { path, descriptor, close } = handOver(folder);
  const choices = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--data-checksums', ...LOCALE, ...more];
  const child = spawn(programs.initdb, ['-D', path, ...choices], {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
  });
  const [[code], complaints] = await Promise.all([once(child, 'exit'), child.stderr ? text(child.stderr) : '']);
  close();
  if (code !== 0) throw new Error(`The database could not be created: ${complaints.trim()}`);
}
