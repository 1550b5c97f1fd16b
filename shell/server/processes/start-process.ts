import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DatabaseAccess } from '../../registry/registry.ts';
import { log } from '../log.ts';

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

/** Runs a program in a process of its own, which has nothing but its token; one that ends is started again. */
export function startProcess(
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
