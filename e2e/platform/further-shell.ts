import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shellService } from '../../scripts/services.ts';
import { findFreePorts } from '../../shared/testing/free-ports.ts';
import { answers } from '../../shared/testing/started-platform.ts';
import { until } from '../../shared/testing/until.ts';
import { ROOT } from '../../shell/build/workspace.ts';

interface Source {
  readonly supabase: { readonly url: string; readonly key: string };
  readonly token: string;
  /** The tree whose shell runs. */
  readonly root?: string;
  /** Added to its environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs before it starts on its data folder. */
  readonly prepare?: (dataDir: string) => Promise<unknown>;
}

export type FurtherShell = Awaited<ReturnType<typeof startFurtherShell>>;

/** A shell beside a started platform, with a data folder, a port and a token of its own. */
export async function startFurtherShell({ supabase, token, root = ROOT, environment, prepare }: Source) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'further-shell-'));
  await prepare?.(dataDir);
  const port = await findFreePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const { command, args, env } = shellService({ port, dataDir }, supabase);
  let isUp = false;

  async function start(from: string) {
    const own = { ...process.env, ...env, AUTH_RATE_LIMIT: '0', SHELL_TOKEN: token, ...environment };
    const started = spawn(
      command,
      args.map((arg) => arg.replace(ROOT, from)),
      { env: own, stdio: 'ignore' },
    );
    await until('the further shell serves', () => answers(`${url}/healthz`));
    isUp = true;
    return started;
  }
  let child = await start(root);
  async function end(signal: NodeJS.Signals): Promise<void> {
    isUp = false;
    child.kill(signal);
    await once(child, 'exit');
  }
  return {
    url,
    /** A load balancer sends nothing more to a shell that is about to end. */
    isUp: () => isUp,
    /** Ends it in order and starts that of another tree in its place. */
    async exchange(next: string): Promise<void> {
      await end('SIGTERM');
      child = await start(next);
    },
    async stop(): Promise<void> {
      await end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
