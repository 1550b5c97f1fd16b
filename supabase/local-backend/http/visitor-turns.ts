import { Refusal } from './refusal.ts';

export interface TurnLimits {
  atOnce: number;
  waiting: number;
  /** Milliseconds that a request waits for its turn. */
  patience: number;
}

/** Fewer at once than the database has connections for requests, so that visitors leave some to staff. */
const LIMITS: TurnLimits = { atOnce: 7, waiting: 1000, patience: 10_000 };

interface Waiting {
  begin(): void;
}

/** Lets so many requests of visitors in at once; others wait a while, in the order in which they came. */
export class VisitorTurns {
  readonly #limits: TurnLimits;
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  /** Runs the work in its turn; refuses with 503 when that does not come. Who has left the queue is not served. */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#running < this.#limits.atOnce) this.#running += 1;
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.#limits.waiting) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { begin: resolve };
    const leave = () => {
      if (this.#waiting.delete(entry)) reject(busy());
    };
    const timer = setTimeout(leave, this.#limits.patience);
    signal?.addEventListener('abort', leave, { once: true });
    this.#waiting.add(entry);
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    });
  }

  /** Hands the turn to the next, if somebody waits. */
  #pass(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next.begin();
    } else this.#running -= 1;
  }
}

function busy(): Refusal {
  return new Refusal(503, 'over_capacity', 'Too many questions at once; try again in a moment', { 'retry-after': '1' });
}
