/** The process that makes the sizes of uploaded pictures: what strange files could do to a decoder, they do to it alone. */
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createSizingRounds } from './sizing-rounds.ts';

const IDLE_MS = 1_000;
const AFTER_FAILURE_MS = 10_000;

const environment = z
  .object({ SUPABASE_URL: z.string(), SUPABASE_PUBLISHABLE_KEY: z.string(), PICTURES_TOKEN: z.string() })
  .parse(process.env);

// Requests come first.
setPriority(constants.priority.PRIORITY_LOW);
// The shell has ended.
process.on('disconnect', () => process.exit(0));

const round = createSizingRounds({
  supabase: { url: environment.SUPABASE_URL, key: environment.SUPABASE_PUBLISHABLE_KEY },
  token: environment.PICTURES_TOKEN,
});
let isFailing = false;

for (;;) {
  try {
    const hadWork = await round();
    isFailing = false;
    if (!hadWork) await pause(IDLE_MS);
  } catch (error) {
    if (!isFailing) process.send?.(error instanceof Error ? error.message : String(error));
    isFailing = true;
    await pause(AFTER_FAILURE_MS);
  }
}
