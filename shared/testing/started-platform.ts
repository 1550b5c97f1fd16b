import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAlive } from '../process/on-stop.mjs';
import { findFreePorts } from './free-ports.ts';
import { pause, until } from './until.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
/** The shell, four remotes, one more, and the backend. */
const PORTS = 7;

/** A program under test with its output so far. */
export class Started {
  readonly child: ChildProcess;
  output = '';
  readonly ended: Promise<number | null>;

  constructor(command: string, args: readonly string[], environment: Record<string, string>, cwd = ROOT) {
    const env = { ...process.env, AUTH_RATE_LIMIT: '0', ...environment };
    this.child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (data) => {
        this.output += String(data);
      });
    }
    // 'exit' comes before the last output is read, 'close' after it.
    this.ended = new Promise((resolve) => this.child.on('close', resolve));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async untilPrinted(text: string | RegExp): Promise<void> {
    const isEnded = Symbol('ended');
    for (;;) {
      if (this.output.match(text)) return;
      const state = await Promise.race([this.ended.then(() => isEnded), pause(50)]);
      if (state === isEnded && !this.output.match(text)) throw new Error(`ended without ${text}:\n${this.output}`);
    }
  }
}

export const startDirectly = (environment: Record<string, string>) =>
  new Started(process.execPath, ['scripts/bootstrap.mjs', 'start'], environment);

export const startWithNpm = (environment: Record<string, string>, cwd?: string) =>
  new Started('npm', ['start'], environment, cwd);

/** A data folder and free ports for one platform. */
export async function ownPlace() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'started-platform-'));
  const port = await findFreePorts(PORTS);
  const supabasePort = port + PORTS - 1;
  return {
    dataDir,
    port,
    supabasePort,
    environment: { PORT: String(port), SUPABASE_PORT: String(supabasePort), DATA_DIR: dataDir },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function readProcess(pid: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return [{ pid: Number(pid), parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
  } catch {
    return [];
  }
}

/** All descendants of a process, read from `/proc`. */
export function descendants(pid: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
}

export function untilGone(processes: readonly Process[]) {
  const left = () => processes.filter(({ pid }) => isAlive(pid)).map(({ command }) => command);
  return until(`no process is left`, () => left().length === 0).catch((error: Error) => {
    throw new Error(`${error.message}; still there: ${left().join(', ')}`);
  });
}

export const answers = async (url: string) => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
};
