/** Starts the programs of `shell/jobs`: a process for each, when the database has work for it. */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createNap } from '@ki/shared/process/nap.ts';
import { z } from 'zod';
import { type DatabaseAccess, overHttp } from '../registry/registry.ts';
import { log } from './log.ts';
import type { Notifications } from './tags/notifications.ts';

const IDLE_MS = 1_000;
/** While an upload is on its way, and after a notification: a picture shows within a second of its upload. */
const SOON_MS = 150;
const AFTER_FAILURE_MS = 10_000;
const AGAIN_AFTER_MS = 60_000;

interface Program {
  readonly kinds: readonly string[];
  readonly file: URL;
  /** The event of the log. */
  readonly name: string;
  /** The variable with its token. */
  readonly variable: 'PICTURES_TOKEN' | 'SOURCES_TOKEN';
  readonly heapMb: number;
  /** Begins the message of the log, such as 'sources are not read'. */
  readonly withoutIt: string;
  /** Whether it is started ahead and stays. Others end after a minute without work. */
  readonly stays?: boolean;
}

export const PROGRAMS: readonly Program[] = [
  {
    kinds: ['copy_picture'],
    file: new URL('../jobs/pictures/copier.ts', import.meta.url),
    name: 'pictures',
    variable: 'PICTURES_TOKEN',
    heapMb: 192,
    withoutIt: 'pictures of other hosts are not copied',
  },
  {
    kinds: ['size_picture', 'size_copy'],
    file: new URL('../jobs/pictures/sizer.ts', import.meta.url),
    name: 'pictures',
    variable: 'PICTURES_TOKEN',
    heapMb: 128,
    withoutIt: 'sizes of pictures are not made',
    stays: true,
  },
  {
    kinds: ['read_source'],
    file: new URL('../jobs/sources/reader.ts', import.meta.url),
    name: 'sources',
    variable: 'SOURCES_TOKEN',
    heapMb: 96,
    withoutIt: 'sources of articles are not read',
  },
];

type Tokens = Readonly<Partial<Record<Program['variable'], string>>>;
type Warn = (message: string) => void;

/** Runs a program in a process that has nothing but its token. */
function forkProgram(
  { file, variable, heapMb, stays }: Program,
  { url, key }: DatabaseAccess['supabase'],
  token: string,
) {
  return fork(fileURLToPath(file), stays ? ['--stays'] : [], {
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heapMb}`, '--max-semi-space-size=4'],
    env: { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key, [variable]: token },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Returns a function that has a program look for jobs; one that failed is not started again at once. */
function supervise(program: Program, start: () => ChildProcess, warn: Warn, againAfterMs: number): () => void {
  let child: ChildProcess | null = null;
  let isResting = false;

  function run(): void {
    child = start();
    child.on('message', (message) => warn(String(message)));
    child.on('error', ({ message }) => warn(message));
    child.on('exit', (code) => {
      child = null;
      if (code === 0) return;
      isResting = true;
      setTimeout(() => {
        isResting = false;
        if (program.stays) run();
      }, againAfterMs);
    });
  }
  if (program.stays) run();
  return () => {
    // It may end just now, and is started at the next turn.
    if (child) child.send('due', () => undefined);
    else if (!isResting) run();
  };
}

const statesSchema = z.record(z.string(), z.enum(['due', 'soon']));

/** Asks once a second for all kinds which of them have work, and sooner after a notification. */
async function watch(access: DatabaseAccess, wakes: ReadonlyMap<string, () => void>, follow: Notifications) {
  const call = overHttp(access);
  const nap = createNap((tell) => follow('queued', tell));
  let isFailing = false;
  for (;;) {
    let idleMs = IDLE_MS;
    try {
      const states = statesSchema.parse(await call('due_jobs', {}));
      for (const [kind, state] of Object.entries(states)) if (state === 'due') wakes.get(kind)?.();
      if (Object.values(states).includes('soon')) idleMs = SOON_MS;
      isFailing = false;
    } catch (error) {
      const message = `jobs are not looked for: ${error instanceof Error ? error.message : error}`;
      if (!isFailing) log('warn', 'jobs', { message });
      isFailing = true;
      idleMs = AFTER_FAILURE_MS;
    }
    await pause(SOON_MS);
    if (idleMs > SOON_MS) await nap(idleMs - SOON_MS);
  }
}

export function startJobs(
  access: DatabaseAccess,
  tokens: Tokens,
  follow: Notifications,
  { programs = PROGRAMS, againAfterMs = AGAIN_AFTER_MS } = {},
): void {
  const wakes = new Map<string, () => void>();
  for (const program of programs) {
    const { kinds, name, variable, withoutIt } = program;
    const token = tokens[variable];
    const warn = (message: string) => log('warn', name, { message: `${withoutIt}: ${message}` });
    if (!token) {
      warn(`${variable} is not set`);
      continue;
    }
    const wake = supervise(program, () => forkProgram(program, access.supabase, token), warn, againAfterMs);
    for (const kind of kinds) wakes.set(kind, wake);
  }
  if (wakes.size > 0) void watch(access, wakes, follow);
}
