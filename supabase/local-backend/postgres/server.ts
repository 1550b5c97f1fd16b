import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { handOver } from './folder-handle.ts';
import type { Runtime } from './runtime.ts';
import { asArguments } from './settings.ts';

export interface PostgresServer {
  pid: number;
  /** The folder with the socket, for connections. */
  folder: string;
  /** Resolves when the server is gone, whoever ended it. */
  gone: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Becomes the server, and leaves a guard beside it that asks it to end when its input does: when the process that
 * started it is gone, even by SIGKILL. A line means that all is well, and the server is gone.
 */
const GUARDED = 'exec 4<&0; (read -r line <&4 || kill -INT $$) & exec "$@" 4<&- </dev/null';

const READY = 'database system is ready to accept connections';

/** Processes of a killed server notice soon that it is gone, and only then another may start. */
const IN_USE = 'pre-existing shared memory block';
const ATTEMPTS = 60;
const PAUSE = 250;

const LAST_LINES = 8;

/** Starts PostgreSQL on a cluster, reachable by its socket alone. */
export async function startServer(
  cluster: string,
  runtime: Runtime,
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt += 1) {
    const { child, gone, lines, isReady } = launch(cluster, runtime, settings);
    if (await isReady) return { pid: child.pid ?? 0, folder: runtime.folder, gone, stop: () => stop(child, gone) };
    child.stdin?.destroy();
    const isInUse = lines.some((line) => line.includes(IN_USE));
    if (!isInUse || attempt === ATTEMPTS) throw new Error(`PostgreSQL did not start: ${lines.join('\n')}`);
    await setTimeout(PAUSE);
  }
}

function launch(cluster: string, { programs, account, folder }: Runtime, settings: Record<string, string>) {
  const { path, descriptor, close } = handOver(cluster);
  const parameters = asArguments({ unix_socket_directories: folder, ...settings });
  const child = spawn('/bin/sh', ['-c', GUARDED, 'sh', programs.postgres, '-D', path, ...parameters], {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    // A signal to the group of the backend is none to the server, which ends after its last question.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', descriptor],
  });
  close();
  child.stdin?.on('error', () => {});
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const lines: string[] = [];
  const ready = Promise.withResolvers<boolean>();
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line);
      if (lines.length > LAST_LINES) lines.shift();
      if (line.includes(READY)) ready.resolve(true);
    });
  gone.then(() => ready.resolve(false));
  return { child, gone, lines, isReady: ready.promise };
}

/** Every session is ended, what is in memory is written, and the server goes. */
async function stop(child: ChildProcess, gone: Promise<void>): Promise<void> {
  child.kill('SIGINT');
  await gone;
  child.stdin?.end('stopped\n');
}
