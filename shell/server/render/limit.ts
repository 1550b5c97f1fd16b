import PQueue from 'p-queue';
import { countRefusedRender, setRenders } from '../ops/metrics.ts';

const AT_ONCE = 16;
/** One page renders while the other waits for the backend. */
const FOR_EACH_WORKER = 2;
const WAITING = 128;
const WAIT_MS = 5_000;

export class Busy extends Error {
  override readonly name = 'Busy';
  readonly retryAfterS = 3;

  constructor() {
    super('too many pages are being rendered');
  }
}

export interface Limits {
  readonly atOnce: number;
  readonly waiting: number;
  readonly waitMs: number;
}

export const limitsFor = (workers: number): Limits => ({
  atOnce: Math.max(AT_ONCE, FOR_EACH_WORKER * workers),
  waiting: WAITING,
  waitMs: WAIT_MS,
});

export type Work = <T>(work: () => Promise<T>) => Promise<T>;

export type Limited = Work & {
  readonly whenIdle: Work;
};

/** A queue for renderings that rejects with {@link Busy} when the wait would be too long. */
export function limitRenders({ atOnce, waiting, waitMs }: Limits): Limited {
  const queue = new PQueue({ concurrency: atOnce });
  const report = () => setRenders(queue.pending, queue.size);
  queue.on('add', report);
  queue.on('next', report);

  async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (queue.size >= waiting) {
      countRefusedRender();
      throw new Busy();
    }
    const wait = new AbortController();
    const timer = setTimeout(() => {
      countRefusedRender();
      wait.abort(new Busy());
    }, waitMs);
    const begin = () => {
      clearTimeout(timer);
      return work();
    };
    return queue.add(begin, { signal: wait.signal });
  }

  async function whenIdle<T>(work: () => Promise<T>): Promise<T> {
    while (queue.pending > 0) await queue.onIdle();
    return limited(work);
  }

  return Object.assign(limited, { whenIdle });
}
