import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { execa } from 'execa';
import { isAlive } from '../shared/process/on-stop.mjs';
import { PINNED_NODE, ROOT, TETHER } from './bootstrap.mjs';

const isWindows = process.platform === 'win32';
const GRACE_MS = 3_500;
const TIMED_OUT = 124;

export const installed = (file: string) => path.join(ROOT, 'node_modules', ...file.split('/'));

export function withPinnedNode(): NodeJS.ProcessEnv {
  const { env } = process;
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = [path.join(ROOT, 'node_modules', '.bin'), path.dirname(PINNED_NODE), env[key] ?? ''];
  return { ...env, [key]: folders.join(path.delimiter) };
}

/** The developer's variables that lead to real data or paid services. */
const CLEARED =
  /^(DATABASE_URL|SEED|SUPABASE_URL|SUPABASE_PUBLISHABLE_KEY|REMOTE_TOKEN|SHELL_TOKEN|PERPLEXITY_API_KEY|GEMINI_API_KEY)$/;

export function testEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(withPinnedNode()).filter(([name]) => !CLEARED.test(name));
  return { ...Object.fromEntries(own), NODE_ENV: 'test' };
}

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts a program in its own process group: Ctrl-C reaches only the caller, which stops its children in order. */
export function startProcess(
  { command, args, cwd = ROOT, env = process.env }: Program,
  onLine?: (line: string) => void,
) {
  const output = onLine ? 'pipe' : 'inherit';
  const child = execa(command, args, {
    cwd,
    env,
    extendEnv: false,
    detached: !isWindows,
    cleanup: false,
    reject: false,
    buffer: false,
    stdin: 'ignore',
    stdout: output,
    stderr: output,
    all: Boolean(onLine),
  });
  const read = async () => {
    if (onLine) for await (const line of child.iterable({ from: 'all' })) onLine(String(line));
  };
  const ended = Promise.all([child, read()]).then(([result]) => result);
  return { pid: child.pid, ended };
}

export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (isWindows) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
  else if (isAlive(-pid)) process.kill(-pid, signal);
}

export async function endGroups(pids: readonly number[], graceMs: number): Promise<void> {
  const isGroupAlive = (pid: number) => isAlive(isWindows ? pid : -pid);
  for (const pid of pids) {
    if (isWindows) signalGroup(pid, 'SIGTERM');
    else if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  }
  const deadline = performance.now() + graceMs;
  while (pids.some(isGroupAlive) && performance.now() < deadline) await pause(25);
  for (const pid of pids.filter(isGroupAlive)) signalGroup(pid, 'SIGKILL');
}

let isEnding = false;
const running = new Set<number>();

export interface RunOptions extends Pick<Program, 'cwd' | 'env'> {
  readonly onLine?: (line: string) => void;
  readonly limitMs?: number;
}

/** Runs a program, tethered to this process. Resolves with its exit code; never, once `endRuns` was called. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<number> {
  const forever = new Promise<number>(() => {});
  if (isEnding) return forever;
  const { onLine, limitMs, ...rest } = options;
  const { pid = 0, ended } = startProcess(
    { ...rest, command: process.execPath, args: [TETHER, command, ...args] },
    onLine,
  );
  running.add(pid);
  let isLate = false;
  const end = () => {
    isLate = true;
    void endGroups([pid], GRACE_MS);
  };
  const limit = limitMs ? setTimeout(end, limitMs) : undefined;
  const { exitCode = 1 } = await ended;
  clearTimeout(limit);
  running.delete(pid);
  if (isEnding) return forever;
  return isLate ? TIMED_OUT : exitCode;
}

export const runNode = (args: readonly string[], options: RunOptions = {}) =>
  run(PINNED_NODE, ['--disable-warning=ExperimentalWarning', ...args], { env: withPinnedNode(), ...options });

export function endRuns(): Promise<void> {
  isEnding = true;
  return endGroups([...running], GRACE_MS);
}
