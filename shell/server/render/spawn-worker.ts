import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Duplex, type Readable } from 'node:stream';

const HEAP_MB = 256;
/** A semi-space of 4 MB makes pages a quarter slower, and 16 MB save hardly any time. */
const SEMI_SPACE_MB = 8;
const MAX_LOG_TEXT = 2_000;
const MAX_LOG_LINES = 200;
const LOG_WINDOW_MS = 10_000;

/** Node's permission model covers neither `node:sqlite` nor the signal that starts the inspector. */
const FLAGS = [
  '--permission',
  '--no-experimental-sqlite',
  '--disable-sigusr1',
  `--max-old-space-size=${HEAP_MB}`,
  `--max-semi-space-size=${SEMI_SPACE_MB}`,
  // This saves 19 MB, and pages are no slower.
  '--optimize-for-size',
  // The compilation cache would retain the text of every dropped version.
  '--no-compilation-cache',
];

/**
 * Settings of the C library's allocator; workers get no other variable. Blocks of 32 KiB and more return to the system
 * when they are freed: this saves 9 MB, as compiling leaves that much between blocks in use, and pages are no slower.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(32 * 1024) };

export type OnLog = (level: 'info' | 'warn' | 'error', text: string) => void;

/** Workers get the program as text, as they may read no file; a new build changes nothing for a running shell. */
export async function workerProgram(runtime: string): Promise<string> {
  const program = await readFile(path.join(runtime, 'server', 'index.cjs'), 'utf8');
  return `((require, module, exports) => {${program}\n})(require, module, exports);`;
}

export function limitedLog(onLog: OnLog): OnLog {
  let lines = 0;
  let since = performance.now();
  return (level, text) => {
    if (performance.now() - since > LOG_WINDOW_MS) [lines, since] = [0, performance.now()];
    lines += 1;
    if (lines <= MAX_LOG_LINES) onLog(level, text.slice(0, MAX_LOG_TEXT));
    else if (lines === MAX_LOG_LINES + 1) onLog('warn', 'a worker logs too much: the rest is left out');
  };
}

export function onLines(stream: Readable | null, take: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()?.slice(0, MAX_LOG_TEXT) ?? '';
    for (const line of lines) if (line.trim()) take(line);
  });
  stream?.on('end', () => rest && take(rest));
}

export const spawnWorker = (): ChildProcess =>
  spawn(process.execPath, [...FLAGS, '-'], {
    env: ENVIRONMENT,
    cwd: path.parse(process.execPath).root,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });

/** A child process without memory has no channel. */
export function channelOf(child: ChildProcess): Duplex {
  const channel = child.stdio?.[3];
  if (channel instanceof Duplex) return channel;
  child.on('error', ({ message }) => console.error('%s', message));
  child.kill('SIGKILL');
  throw new Error('it could not be started');
}

/** Kills a process, and calls back once it is gone and its messages were read. */
export function onGone(child: ChildProcess, channel: Duplex, gone: (why: string) => void): void {
  channel.on('error', () => child.kill('SIGKILL'));
  channel.on('close', () => child.kill('SIGKILL'));
  child.stdin?.on('error', () => child.kill('SIGKILL'));
  child.on('error', ({ message }) => gone(message));
  child.on('close', (code, signal) => gone(signal ? `by ${signal}` : `with exit code ${code}`));
}

const EVERY_MS = 250;
const MAX_MISSES = { atStart: 120, later: 16 } as const;
/** V8's own limit covers the heap alone, without code and buffers. */
const MAX_RESIDENT_BYTES = 768 * 1024 * 1024;
const PAGE_BYTES = 4_096;

/** Resident memory on Linux; 0 elsewhere, and when the process is gone. */
export function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

interface Watched {
  readonly pid: number;
  readonly ping: () => void;
  readonly onReady: () => void;
  readonly onFault: (what: string) => void;
}

/** Counts missed pings and not time, so that a busy or suspended machine ends no worker. */
export function watchHealth({ pid, ping, onReady, onFault }: Watched) {
  let misses = 0;
  let isPinged = false;
  let isReady = false;

  function check(): void {
    if (residentBytes(pid) > MAX_RESIDENT_BYTES) onFault('it took too much memory');
    else if (misses > (isReady ? MAX_MISSES.later : MAX_MISSES.atStart)) onFault('it did not answer');
    else if (isPinged) misses += 1;
    else ping();
    isPinged = true;
  }

  const timer = setInterval(check, EVERY_MS);
  check();
  return {
    takePong(): void {
      if (!isPinged) throw new Error('a pong without a ping');
      isPinged = false;
      misses = 0;
      if (!isReady) onReady();
      isReady = true;
    },
    stop: () => clearInterval(timer),
  };
}
