export interface Places {
  readonly atOnce: number;
  /** How many of these the work of one client may take; all by default. */
  readonly forClient?: number;
  /** How many of these are kept for work that is known; none by default. */
  readonly forKnown?: number;
  readonly waiting: number;
  readonly waitMs: number;
}

export interface Caller {
  readonly client: string;
  readonly isKnown?: boolean;
  readonly signal?: AbortSignal;
}

interface Waiting {
  readonly isKnown: boolean;
  readonly begin: () => Promise<void>;
  readonly refuse: () => void;
}

/**
 * Limits concurrent work. Clients with waiting work take turns, each in its own order. When the queue is full, the
 * client with most waiting work loses its last.
 */
export class FairQueue {
  readonly #places: Places;
  readonly #refusal: () => Error;
  /** The order of the lines is the order of turns. */
  readonly #lines = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  readonly #whenIdle: (() => void)[] = [];
  #unknown = 0;

  /** How many run. */
  pending = 0;
  /** How many wait. */
  size = 0;
  onChange: () => void = () => undefined;

  constructor(places: Places, refusal: () => Error) {
    this.#places = places;
    this.#refusal = refusal;
  }

  async run<Result>(work: () => Promise<Result>, { client, isKnown = false, signal }: Caller): Promise<Result> {
    if (this.size >= this.#places.waiting) this.#makeRoomFor(client);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const leave = () => {
      this.#remove(client, waiting);
      waiting.refuse();
    };
    const timer = setTimeout(leave, this.#places.waitMs);
    signal?.addEventListener('abort', leave);
    const stopWaiting = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    const waiting: Waiting = {
      isKnown,
      begin: () => {
        stopWaiting();
        return (async () => work())().then(resolve, reject);
      },
      refuse: () => {
        stopWaiting();
        reject(this.#refusal());
      },
    };
    this.#lines.set(client, [...(this.#lines.get(client) ?? []), waiting]);
    this.size += 1;
    this.#beginNext();
    return promise;
  }

  /** Resolves when nothing runs. */
  async onIdle(): Promise<void> {
    if (this.pending > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  #makeRoomFor(client: string): void {
    const own = this.#lines.get(client)?.length ?? 0;
    const [longest, line = []] = [...this.#lines].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    const last = line.at(-1);
    if (!last || own >= line.length) throw this.#refusal();
    this.#remove(longest, last);
    last.refuse();
  }

  #remove(client: string, waiting: Waiting): void {
    const line = this.#lines.get(client) ?? [];
    const left = line.filter((one) => one !== waiting);
    this.size -= line.length - left.length;
    if (left.length > 0) this.#lines.set(client, left);
    else this.#lines.delete(client);
  }

  #next(): readonly [string, Waiting] | null {
    const { atOnce, forClient = atOnce, forKnown = 0 } = this.#places;
    if (this.pending >= atOnce) return null;
    for (const [client, line] of this.#lines) {
      if ((this.#running.get(client) ?? 0) >= forClient) continue;
      const found = line.find(({ isKnown }) => isKnown || this.#unknown < atOnce - forKnown);
      if (found) return [client, found];
    }
    return null;
  }

  #count(client: string, { isKnown }: Waiting, by: 1 | -1): void {
    const running = (this.#running.get(client) ?? 0) + by;
    if (running > 0) this.#running.set(client, running);
    else this.#running.delete(client);
    this.pending += by;
    if (!isKnown) this.#unknown += by;
  }

  #beginNext(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const [client, waiting] = next;
      this.#remove(client, waiting);
      const line = this.#lines.get(client);
      // The client's next turn comes after all others.
      if (line && this.#lines.delete(client)) this.#lines.set(client, line);
      this.#count(client, waiting, 1);
      void waiting.begin().then(() => {
        this.#count(client, waiting, -1);
        this.#beginNext();
        if (this.pending === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
      });
    }
    this.onChange();
  }
}
