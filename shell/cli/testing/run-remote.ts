import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../../build/workspace.ts';
import type { DatabaseAccess } from '../../registry/registry.ts';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The environment variables by which commands find a registry. */
export const projectOf = ({ supabase: { url, key }, token }: DatabaseAccess) => ({
  SUPABASE_URL: url,
  SUPABASE_PUBLISHABLE_KEY: key,
  REMOTE_TOKEN: token,
});

/** Runs `pnpm remote` in a process of its own, with these additional environment variables. A tiny remote has no code for browsers. */
export async function runRemote(variables: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> {
  const options = { cwd: ROOT, env: { ...process.env, BROWSER_PATH: 'none', ...variables, NODE_NO_WARNINGS: '1' } };
  return promisify(execFile)(process.execPath, ['shell/cli/remote.ts', ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, err: stderr }) as Ended,
  );
}

/** The result of a command that succeeded. */
export const done = (line: string): Ended => ({ code: 0, out: `${line}\n`, err: '' });
