import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../../build/workspace.ts';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `pnpm remote` in a process of its own, with these variables beside the usual ones. */
export async function runRemote(variables: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> {
  const options = { cwd: ROOT, env: { ...process.env, ...variables, NODE_NO_WARNINGS: '1' } };
  return promisify(execFile)(process.execPath, ['shell/cli/remote.ts', ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, err: stderr }) as Ended,
  );
}

/** What a command that did what it should leaves. */
export const done = (line: string): Ended => ({ code: 0, out: `${line}\n`, err: '' });
