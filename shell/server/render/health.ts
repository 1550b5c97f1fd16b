import { readFileSync } from 'node:fs';

const EVERY_MS = 250;
const MAX_MISSES = { atStart: 120, later: 16 } as const;
/** V8's own limit covers the heap alone, without code and buffers. */
const MAX_RESIDENT_BYTES = 768 * 1024 * 1024;
const PAGE_BYTES = 4_096;

/** Resident memory on Linux; 0 elsewhere, and when the process is gone. */
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
  readonly onReady: () => void;
  readonly onFault: (what: string) => void;
}

/** Counts missed pings and not time, so that a busy or suspended machine ends no worker. */
export function watchHealth({ pid, ping, onReady, onFault }: Watched) {
  let misses = 0;
  let isPinged = false;
  let isReady = false;

  function check(): void {
    if (residentBytes(pid) > MAX_RESIDENT_BYTES) onFault('it took too much memory');
    else if (misses > (isReady ? MAX_MISSES.later : MAX_MISSES.atStart)) onFault('it did not answer');
    else if (isPinged) misses += 1;
    else ping();
    isPinged = true;
  }

  const timer = setInterval(check, EVERY_MS);
  check();
  return {
    takePong(): void {
      if (!isPinged) throw new Error('a pong without a ping');
      isPinged = false;
      misses = 0;
      if (!isReady) onReady();
      isReady = true;
    },
    stop: () => clearInterval(timer),
  };
}
