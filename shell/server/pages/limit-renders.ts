import { countRefusedRender, setRenders } from '../metrics/metrics.ts';

const AT_ONCE = 16;
/** While one page waits for the backend, its renderer makes another. */
const FOR_EACH_RENDERER = 2;
/** About what can be done while the last of them waits; who would come behind these is told to come back. */
const WAITING = 128;
const WAIT_MS = 5_000;

/** There is more to render than can be done in time. */
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

/** The limits for so many renderers. */
export const limitsFor = (renderers: number): Limits => ({
  atOnce: Math.max(AT_ONCE, FOR_EACH_RENDERER * renderers),
  waiting: WAITING,
  waitMs: WAIT_MS,
});

export type Work = <T>(work: () => Promise<T>) => Promise<T>;

export type Limited = Work & {
  /** Does it when nobody else has any work to do, however long that takes. */
  readonly beside: Work;
};

/** Does some work at once and lets some wait; what would have to wait longer is rejected with {@link Busy}. */
export function limitRenders({ atOnce, waiting, waitMs }: Limits): Limited {
  const queue = new Set<() => void>();
  /** Who waits until there is nothing to do. */
  const idle: (() => void)[] = [];
  let running = 0;

  const tell = () => setRenders(running, queue.size);

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const refuse = () => {
        countRefusedRender();
        reject(new Busy());
      };
      if (queue.size >= waiting) return refuse();
      const start = () => {
        clearTimeout(timer);
        queue.delete(start);
        resolve();
      };
      const giveUp = () => {
        queue.delete(start);
        refuse();
      };
      const timer = setTimeout(giveUp, waitMs);
      queue.add(start);
      tell();
    });

  async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    else await turn();
    tell();
    try {
      return await work();
    } finally {
      // The place goes to who waits longest, if somebody does.
      const [next] = queue;
      if (next) next();
      else running -= 1;
      if (running === 0) idle.shift()?.();
      tell();
    }
  }

  async function beside<T>(work: () => Promise<T>): Promise<T> {
    while (running > 0) await new Promise<void>((resolve) => idle.push(resolve));
    return limited(work);
  }

  return Object.assign(limited, { beside });
}
