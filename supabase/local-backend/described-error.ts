import type { LogFields } from './log.ts';

/** What a log may say about an error: its kind and place. Its message may repeat what a user sent. */
export function described(error: unknown): LogFields {
  if (!(error instanceof Error)) return { name: typeof error };
  return { name: error.name, at: /^\s+at .*$/m.exec(error.stack ?? '')?.[0].trim() };
}
