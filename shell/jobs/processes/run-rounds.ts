/** What programs beside the shell do: rounds of work, with low priority, until the shell ends. */
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { DatabaseAccess } from '../../registry/registry.ts';
import { log } from '../../server/log.ts';

const IDLE_MS = 1_000;
const AFTER_FAILURE_MS = 10_000;

/** What the shell gave to its process. */
export function accessFrom(variable: string): DatabaseAccess {
  const text = z.string().min(1);
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key } = z
    .object({ SUPABASE_URL: text, SUPABASE_PUBLISHABLE_KEY: text })
    .parse(process.env);
  return { supabase: { url, key }, token: text.parse(process.env[variable]) };
}

/** A round resolves with whether there was work. The first of several failures is reported. */
export async function repeatRounds(
  round: () => Promise<boolean>,
  report: (failure: string) => void,
  idleMs = IDLE_MS,
): Promise<never> {
  let isFailing = false;
  for (;;) {
    try {
      const hadWork = await round();
      isFailing = false;
      if (!hadWork) await pause(idleMs);
    } catch (error) {
      if (!isFailing) report(error instanceof Error ? error.message : String(error));
      isFailing = true;
      await pause(AFTER_FAILURE_MS);
    }
  }
}

export function runRounds(round: () => Promise<boolean>, idleMs?: number): Promise<never> {
  // Requests come first.
  setPriority(constants.priority.PRIORITY_LOW);
  // The shell has ended.
  process.on('disconnect', () => process.exit(0));
  // The shell logs what it is told; a container of compose.yaml has none.
  const report = (message: string) =>
    process.send ? process.send(message) : log('warn', 'rounds_failed', { message });
  return repeatRounds(round, report, idleMs);
}
