import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { OwnPlatform } from '../platform/own-platform.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

/**
 * Runs `pnpm remote` on a platform, waits until its shell has the change, and resolves with the output. Rejects
 * when the command fails.
 */
export async function remoteCommand(
  { environment, inForce }: OwnPlatform,
  args: readonly string[],
  root = ROOT,
): Promise<string> {
  const node = path.join(ROOT, 'node_modules', '.bin', 'node');
  const options = { cwd: root, env: { ...process.env, ...environment } };
  const { stdout } = await promisify(execFile)(node, ['shell/cli/remote.ts', ...args], options);
  await inForce();
  return stdout.trim();
}
