import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@ki/shared/process/free-port.ts';

export interface DenoOptions {
  /** The folder with one folder for each function. */
  directory: string;
  names: readonly string[];
  /** All that functions see of the environment. */
  environment: Record<string, string>;
  /** `host:port` of everything that functions may connect to. */
  reachable: readonly string[];
  onOutput(line: string): void;
}

export interface DenoProcess {
  url: string;
  token: string;
  listening: Promise<void>;
  /** Resolves when the process is gone, for whatever reason. */
  gone: Promise<void>;
  stop(): Promise<void>;
}

const supabase = fileURLToPath(new URL('../..', import.meta.url));
const router = fileURLToPath(new URL('router.ts', import.meta.url));
const denoBinary = () => join(dirname(createRequire(import.meta.url).resolve('deno/package.json')), 'deno');

const GRACE = 1000;

/** Starts Deno with the router, allowed to do only what functions need. */
export async function startDeno({
  directory,
  names,
  environment,
  reachable,
  onOutput,
}: DenoOptions): Promise<DenoProcess> {
  const port = await freePort();
  const token = randomUUID();
  const child = spawn(
    denoBinary(),
    [
      'run',
      ...permissions(directory, [`127.0.0.1:${port}`, ...reachable]),
      router,
      String(port),
      token,
      directory,
      ...names,
    ],
    { cwd: supabase, env: { ...denoEnvironment, ...environment }, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      onOutput(error.message);
      resolve();
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    listening: firstListening(child, onOutput),
    gone,
    stop: async () => {
      child.stdin.destroy();
      await Promise.race([gone, setTimeout(GRACE, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await gone;
    },
  };
}

const denoEnvironment = {
  DENO_DIR: join(supabase, 'node_modules', '.cache', 'deno'),
  DENO_NO_UPDATE_CHECK: '1',
  NO_COLOR: '1',
};

/** Packages come from node_modules as installed: nothing is fetched when a function starts. */
function permissions(directory: string, reachable: readonly string[]): string[] {
  const readable = [
    directory,
    join(supabase, 'local-backend'),
    join(supabase, 'node_modules'),
    join(supabase, '..', 'node_modules'),
  ];
  return [
    '--no-prompt',
    '--no-config',
    '--no-lock',
    '--no-remote',
    '--cached-only',
    '--node-modules-dir=manual',
    '--allow-env',
    `--allow-read=${readable.join(',')}`,
    `--allow-net=${reachable.join(',')}`,
  ];
}

function firstListening(child: ChildProcess, onOutput: (line: string) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => (line === 'router listening' ? resolve() : onOutput(line)));
  }
  return promise;
}
