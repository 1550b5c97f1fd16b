import { format } from 'node:util';

type Say = (level: 'info' | 'warn' | 'error', words: string) => void;

/** Has the console say what is written to it. */
export function speak(say: Say): void {
  const at =
    (level: Parameters<Say>[0]) =>
    (...parts: unknown[]) =>
      say(level, format(...parts));
  Object.assign(console, {
    log: at('info'),
    info: at('info'),
    debug: at('info'),
    warn: at('warn'),
    error: at('error'),
  });
}
