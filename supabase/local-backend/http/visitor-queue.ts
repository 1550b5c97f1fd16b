import PQueue from 'p-queue';
import { ApiError } from './api-error.ts';

/** Fewer than the connections for requests, so that anonymous visitors leave some to staff. */
const LIMITS = { atOnce: 7, waiting: 1000, waitMs: 10_000 };

interface Caller {
  client: string;
  signal: AbortSignal;
}

/** Limits concurrent requests. Clients with waiting requests take turns, each in its own order. */
export class VisitorQueue {
  readonly #limits: typeof LIMITS;
  readonly #queue: PQueue;
  readonly #turns = new Map<string, number>();
  #current = 0;

  constructor(limits = LIMITS) {
    this.#limits = limits;
    this.#queue = new PQueue({ concurrency: limits.atOnce });
  }

  async run<Result>(work: () => Promise<Result>, { client, signal }: Caller): Promise<Result> {
    if (this.#queue.size >= this.#limits.waiting) throw busy();
    const turn = Math.max(this.#current, this.#turns.get(client) ?? 0) + 1;
    this.#turns.set(client, turn);
    const wait = new AbortController();
    const leave = () => wait.abort(busy());
    const timer = setTimeout(leave, this.#limits.waitMs);
    signal.addEventListener('abort', leave);
    const stopWaiting = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      if (this.#turns.get(client) === turn) this.#turns.delete(client);
    };
    const begin = () => {
      stopWaiting();
      this.#current = turn;
      return work();
    };
    return this.#queue.add(begin, { signal: wait.signal, priority: -turn }).finally(stopWaiting);
  }
}

function busy(): ApiError {
  return new ApiError(503, 'over_capacity', 'Too many requests at once; try again in a moment', { 'retry-after': '1' });
}
