import { type Health, healthSchema } from '../model/health.ts';

const ANSWER_MS = 5_000;

/** What the shell of this page finds now; `null` where none answers, as while a remote is developed alone. */
export async function readHealth(): Promise<Health | null> {
  try {
    const answer = await fetch(new URL('/readyz', location.origin), { signal: AbortSignal.timeout(ANSWER_MS) });
    return healthSchema.parse(await answer.json());
  } catch {
    return null;
  }
}
