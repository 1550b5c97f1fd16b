import { LRUCache } from 'lru-cache';

const MOST_ACCOUNTS = 10_000;

interface Options {
  /** Attempts for one account that are not slowed. */
  readonly free: number;
  readonly stepMs: number;
  readonly longestMs: number;
  readonly forgottenMs: number;
}

/**
 * Slows guesses at the password of one account, whatever addresses they come from. Nothing locks the owner out: each
 * attempt gets its turn after the longest wait, and a client has one attempt waiting for an account.
 */
export class SlowSignIns {
  readonly #options: Options;
  readonly #attempts: LRUCache<string, number>;
  readonly #waiting = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
    this.#attempts = new LRUCache({ max: MOST_ACCOUNTS, ttl: options.forgottenMs });
  }

  /** Returns after the wait of this attempt; with the milliseconds to wait where the client has one waiting already. */
  async take(account: string, client: string): Promise<number> {
    const { free, stepMs, longestMs } = this.#options;
    const before = this.#attempts.get(account) ?? 0;
    const waitMs = Math.min(Math.max(0, before - free + 1) * stepMs, longestMs);
    if (waitMs > 0) {
      const key = `${client} ${account}`;
      if (this.#waiting.has(key)) return waitMs;
      this.#waiting.add(key);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      this.#waiting.delete(key);
    }
    this.#attempts.set(account, (this.#attempts.get(account) ?? 0) + 1);
    return 0;
  }

  forget(account: string): void {
    this.#attempts.delete(account);
  }
}
