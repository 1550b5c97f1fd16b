import { compactBest } from '../../http/encode.ts';
import type { Entry, Rooms } from './rooms.ts';

/** What was asked for so often is asked for again, as a rule. */
const OFTEN = 3;

/**
 * Returns what hears of each entry that is asked for. Those that are asked for again are compressed as well as can be,
 * one after the other on a thread of its own, and then take the place of what was compressed quickly.
 */
export function compactLater({ has, set }: Pick<Rooms, 'has' | 'set'>): (entry: Entry) => void {
  const waiting = new Set<Entry>();
  let isRunning = false;

  async function compact(entry: Entry): Promise<void> {
    if (!has(entry)) return;
    const content = await compactBest(entry.answer);
    if (!has(entry)) return;
    const { status, headers } = entry.answer;
    set({ ...entry, answer: { status, ...(headers && { headers }), ...content } });
  }

  async function run(): Promise<void> {
    isRunning = true;
    for (const entry of waiting) {
      waiting.delete(entry);
      await compact(entry).catch((error: unknown) => console.error('%s:', entry.place.pathname, error));
    }
    isRunning = false;
  }

  return (entry) => {
    if (entry.isCompact || entry.timesAsked < OFTEN) return;
    entry.isCompact = true;
    waiting.add(entry);
    if (!isRunning) void run();
  };
}
