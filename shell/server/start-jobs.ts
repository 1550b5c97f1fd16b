/** Starts the jobs of `shell/jobs` beside the requests; one that ends is started again. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { DatabaseAccess } from '../registry/registry.ts';
import { log } from './log.ts';

const AGAIN_AFTER_MS = 60_000;

interface Program {
  /** The event of the log. */
  readonly name: string;
  readonly file: URL;
  /** The variable with its token, by which the setting is named. */
  readonly variable: string;
  readonly heapMb: number;
  /** Begins the message of the log, such as 'sources are not read'. */
  readonly withoutIt: string;
}

/** Runs a program in a process of its own, which has nothing but its token. */
function startProcess(
  program: Program,
  supabase: DatabaseAccess['supabase'],
  token: string | undefined,
  againAfterMs = AGAIN_AFTER_MS,
): void {
  const { name, file, variable, heapMb, withoutIt } = program;
  const warn = (message: string) => log('warn', name, { message: `${withoutIt}: ${message}` });
  if (!token) {
    warn(`${variable} is not set`);
    return;
  }
  const child = fork(fileURLToPath(file), {
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heapMb}`, '--max-semi-space-size=4'],
    env: { SUPABASE_URL: supabase.url, SUPABASE_PUBLISHABLE_KEY: supabase.key, [variable]: token },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  child.on('message', (message) => warn(String(message)));
  child.on('error', ({ message }) => warn(message));
  child.on('exit', () => setTimeout(startProcess, againAfterMs, program, supabase, token, againAfterMs).unref());
}

const SIZER = {
  name: 'pictures',
  file: new URL('../jobs/pictures/sizer.ts', import.meta.url),
  variable: 'PICTURES_TOKEN',
  heapMb: 128,
  withoutIt: 'sizes of pictures are not made',
};

export const startSizer = (supabase: DatabaseAccess['supabase'], token: string | undefined): void =>
  startProcess(SIZER, supabase, token);

const READER = {
  name: 'sources',
  file: new URL('../jobs/sources/reader.ts', import.meta.url),
  variable: 'SOURCES_TOKEN',
  heapMb: 96,
  withoutIt: 'sources of articles are not read',
};

export const startReader = (
  supabase: DatabaseAccess['supabase'],
  token: string | undefined,
  againAfterMs?: number,
): void => startProcess(READER, supabase, token, againAfterMs);

/** Fetches pictures in a thread. */
export function startPictureFetcher(access: DatabaseAccess): void {
  const thread = new Worker(new URL('../jobs/pictures/fetcher.ts', import.meta.url), {
    name: 'pictures',
    env: {},
    workerData: access,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 },
  });
  thread.unref();
  const warn = (message: string) => log('warn', 'pictures', { message: `pictures are not fetched: ${message}` });
  thread.on('message', (message) => warn(String(message)));
  thread.on('error', (error) => warn(error instanceof Error ? error.message : String(error)));
  thread.on('exit', () => setTimeout(startPictureFetcher, AGAIN_AFTER_MS, access).unref());
}
