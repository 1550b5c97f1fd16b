import { pause } from '../../shared/testing/until.ts';

/** One reader's response. */
export interface Answer {
  readonly path: string;
  readonly status: number;
  /** The document is complete. */
  readonly isWhole: boolean;
  /** The reason for no response. */
  readonly failure?: string;
}

/** At most as many requests as a cold shell has places for: more would wait there, and a shell refuses what waits too long. */
const READERS = 3;
const PAUSE_MS = 60;
const END = /<\/(?:html|urlset|rss)>\s*$/;

async function read(url: string, path: string): Promise<Answer> {
  try {
    const response = await fetch(url + path);
    return { path, status: response.status, isWhole: END.test(await response.text()) };
  } catch (error) {
    return { path, status: 0, isWhole: false, failure: String((error as Error).cause) };
  }
}

/**
 * Three readers, each of whom opens the next page when the last one has arrived, in turn at the shells that are up.
 * A request that fails has status 0.
 */
export function startReaders(urls: () => readonly string[], paths: readonly string[]) {
  const answers: Answer[] = [];
  let opened = 0;
  let isReading = true;
  async function readPages(): Promise<void> {
    while (isReading) {
      const [up, paused] = [urls(), pause(PAUSE_MS)];
      const count = opened++;
      const url = up[count % up.length];
      if (url) answers.push(await read(url, paths[count % paths.length] ?? '/'));
      await paused;
    }
  }
  const reading = Array.from({ length: READERS }, readPages);
  return {
    count: () => answers.length,
    async stop(): Promise<readonly Answer[]> {
      isReading = false;
      await Promise.all(reading);
      return answers;
    },
  };
}
