import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { giveTo, handOver, type Runtime } from './runtime.ts';

/** Starts a guard that ends a program when its pipe ends without a line, which is when the parent process is gone. */
const guarded = (signal: 'INT' | 'KILL') =>
  `exec 4<&0; (read -r line <&4 || kill -${signal} $$) & exec "$@" 4<&- </dev/null`;

const LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Under the character type C the server's own text search and trigrams know no letter beyond ASCII. */
const WITH_LETTERS = `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`;

export async function createCluster(folder: string, runtime: Runtime, more: readonly string[] = []): Promise<void> {
  mkdirSync(folder, { mode: 0o700 });
  giveTo(runtime.account, folder);
  const complaints = await initialize(folder, runtime, [WITH_LETTERS, ...more]);
  // A machine may lack that locale. Words of the search need none.
  const others = complaints?.match(/locale/i) ? await initialize(folder, runtime, more) : complaints;
  if (others !== undefined) throw new Error(`The database could not be created: ${others}`);
}

/** Returns why it failed. A failed initdb leaves the folder empty. */
async function initialize(
  folder: string,
  { programs, account }: Runtime,
  more: readonly string[],
): Promise<string | undefined> {
  const { path, descriptor, close } = handOver(folder);
  const choices = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--data-checksums', ...LOCALE, ...more];
  // The initdb of a killed start would write into the folder of the next one.
  const child = spawn('/bin/sh', ['-c', guarded('KILL'), 'sh', programs.initdb, '-D', path, ...choices], {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe', descriptor],
  });
  child.stdin?.on('error', () => {});
  const complaints = child.stderr ? text(child.stderr) : '';
  const [code] = await once(child, 'exit');
  child.stdin?.end('created\n');
  close();
  return code === 0 ? undefined : (await complaints).trim();
}

export type PostgresServer = Awaited<ReturnType<typeof startServer>>;

const READY = 'database system is ready to accept connections';

/** The processes of a killed server end a moment after it, and another can start only then. */
const IN_USE = 'pre-existing shared memory block';
const ATTEMPTS = 60;
const PAUSE_MS = 250;

const LAST_LINES = 8;

export async function startServer(cluster: string, runtime: Runtime, settings: Record<string, string> = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const { child, gone, lines, isReady } = launch(cluster, runtime, settings);
    if (await isReady) return { folder: runtime.folder, gone, stop: () => stop(child, gone) };
    child.stdin?.destroy();
    const isInUse = lines.some((line) => line.includes(IN_USE));
    if (!isInUse || attempt === ATTEMPTS) throw new Error(`PostgreSQL did not start: ${lines.join('\n')}`);
    await setTimeout(PAUSE_MS);
  }
}

function launch(cluster: string, { programs, account, folder }: Runtime, settings: Record<string, string>) {
  const { path, descriptor, close } = handOver(cluster);
  const parameters = Object.entries({ ...SETTINGS, unix_socket_directories: folder, ...settings }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );
  const child = spawn('/bin/sh', ['-c', guarded('INT'), 'sh', programs.postgres, '-D', path, ...parameters], {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    // A signal to the backend's process group must not stop the server before its last query.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', descriptor],
  });
  close();
  child.stdin?.on('error', () => {});
  const gone = once(child, 'exit').then(
    () => {},
    () => {},
  );
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

async function stop(child: ChildProcess, gone: Promise<void>): Promise<void> {
  child.kill('SIGINT');
  await gone;
  child.stdin?.end('stopped\n');
}

/** Little memory, since one site is served, and full durability for acknowledged writes. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  max_connections: '32',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '24MB',
  wal_buffers: '1MB',
  work_mem: '2MB',
  maintenance_work_mem: '16MB',
  temp_file_limit: '1GB',
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  huge_pages: 'off',
  jit: 'off',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  // Statements hold texts of users.
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
} as const;

const STEPS: readonly [NodeJS.Signals | null, number][] = [
  // The guard of a killed backend has sent SIGINT already.
  [null, 1500],
  ['SIGINT', 8000],
  ['SIGQUIT', 4000],
  ['SIGKILL', 4000],
];

const CHECK_MS = 25;

/** Stops a server left by a killed process and removes its pid file, since another process may have that pid by now. */
export async function endLeftBehind(cluster: string): Promise<void> {
  const pid = pidIn(cluster);
  if (pid === undefined) return;
  if (isServerOf(cluster, pid)) await end(cluster, pid);
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

async function end(cluster: string, pid: number): Promise<void> {
  for (const [signal, waitMs] of STEPS) {
    if (signal) process.kill(pid, signal);
    const deadline = performance.now() + waitMs;
    while (performance.now() < deadline) {
      if (!isServerOf(cluster, pid)) return;
      await setTimeout(CHECK_MS);
    }
  }
  throw new Error(`The database server ${pid} runs on ${cluster} and does not end.`);
}

function pidIn(cluster: string): number | undefined {
  try {
    const [line] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return Number(line) > 0 ? Number(line) : undefined;
  } catch {
    return undefined;
  }
}

function isServerOf(cluster: string, pid: number): boolean {
  if (process.platform === 'linux') return workingFolderOf(pid) === realpathSync(cluster);
  const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.includes('postgres') && stdout.includes(cluster);
}

function workingFolderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
