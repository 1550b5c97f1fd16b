import { compressedBest } from '../http/encode.ts';
import type { HttpResponse } from '../http/http-response.ts';

const HITS = 3;

interface Entry {
  readonly target: { readonly pathname: string };
  readonly response: HttpResponse;
  readonly hits: number;
  isCompressed: boolean;
}

interface Cache<One extends Entry> {
  readonly has: (entry: One) => boolean;
  readonly set: (entry: One) => void;
}

/** Recompresses entries with several hits at best quality, one at a time, on zlib's threads. */
export function precompress<One extends Entry>({ has, set }: Cache<One>): (entry: One) => void {
  const waiting = new Set<One>();
  let isRunning = false;

  async function compress(entry: One): Promise<void> {
    if (!has(entry)) return;
    const content = await compressedBest(entry.response);
    if (!has(entry)) return;
    const { status, headers } = entry.response;
    set({ ...entry, response: { status, ...(headers && { headers }), ...content } });
  }

  async function run(): Promise<void> {
    isRunning = true;
    for (const entry of waiting) {
      waiting.delete(entry);
      await compress(entry).catch((error: unknown) => console.error('%s:', entry.target.pathname, error));
    }
    isRunning = false;
  }

  return (entry) => {
    if (entry.hits < HITS) return;
    entry.isCompressed = true;
    waiting.add(entry);
    if (!isRunning) void run();
  };
}
