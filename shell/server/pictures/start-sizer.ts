import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DatabaseAccess } from '../../registry/registry.ts';
import { log } from '../ops/log.ts';

const AGAIN_AFTER_MS = 60_000;
const PROGRAM = fileURLToPath(new URL('sizer.ts', import.meta.url));
const NODE_ARGS = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=128', '--max-semi-space-size=4'];

const warn = (message: string) => log('warn', 'pictures', { message: `sizes of pictures are not made: ${message}` });

/** Makes sizes in a process of its own, which has nothing but its token; one that ends is started again. */
export function startSizer(supabase: DatabaseAccess['supabase'], token: string | undefined): void {
  if (!token) {
    warn('PICTURES_TOKEN is not set');
    return;
  }
  const child = fork(PROGRAM, {
    execArgv: NODE_ARGS,
    env: { SUPABASE_URL: supabase.url, SUPABASE_PUBLISHABLE_KEY: supabase.key, PICTURES_TOKEN: token },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  child.on('message', (message) => warn(String(message)));
  child.on('error', ({ message }) => warn(message));
  child.on('exit', () => setTimeout(startSizer, AGAIN_AFTER_MS, supabase, token).unref());
}
