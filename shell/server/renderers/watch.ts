import { readFileSync } from 'node:fs';

const EVERY_MS = 250;
/** This often in a row it may be found without an answer to its ping: while it starts, and from then on. */
const MOST_MISSES = { atStart: 120, later: 16 } as const;
/** Heap, code, buffers and all: what V8's own limit does not count is counted here. */
const MOST_RESIDENT_BYTES = 768 * 1024 * 1024;
const PAGE_BYTES = 4_096;

/** Resident memory of a process in bytes, where a file tells it: on Linux. Else, and when it is gone, 0. */
export function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

interface Watched {
  readonly pid: number;
  readonly ping: () => void;
  /** Its first answer. */
  readonly onReady: () => void;
  readonly onFault: (what: string) => void;
}

/**
 * Looks whether a renderer answers and how much memory it takes. A machine that is busy or was asleep is not held
 * against it: what counts is how often it was looked at, not how long it took.
 */
export function watchRenderer({ pid, ping, onReady, onFault }: Watched) {
  let misses = 0;
  let isPinged = false;
  let isReady = false;

  function look(): void {
    if (residentBytes(pid) > MOST_RESIDENT_BYTES) onFault('it took too much memory');
    else if (misses > (isReady ? MOST_MISSES.later : MOST_MISSES.atStart)) onFault('it did not answer');
    else if (isPinged) misses += 1;
    else ping();
    isPinged = true;
  }

  const timer = setInterval(look, EVERY_MS);
  look();
  return {
    /** Throws for an answer without a ping. */
    takePong(): void {
      if (!isPinged) throw new Error('an answer that nobody asked for');
      isPinged = false;
      misses = 0;
      if (!isReady) onReady();
      isReady = true;
    },
    stop: () => clearInterval(timer),
  };
}
