import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** Runs a command of a team, as `pnpm remote` does, and answers what it printed. Rejects when it fails. */
export async function remoteCommand(dataDir: string, args: readonly string[], root = ROOT): Promise<string> {
  const node = path.join(ROOT, 'node_modules', '.bin', 'node');
  const options = { cwd: root, env: { ...process.env, DATA_DIR: dataDir } };
  const { stdout } = await promisify(execFile)(node, ['shell/cli/remote.ts', ...args], options);
  return stdout.trim();
}
