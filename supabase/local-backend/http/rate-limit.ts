import { Refusal } from './refusal.ts';

const WINDOW = 5 * 60_000;

/** Bounds what is remembered when requests come from very many callers. */
const MOST_CALLERS = 10_000;

/**
 * Refuses a caller who was let in `limit` times in the last five minutes; 0 refuses nobody. Times are of a clock that
 * nobody sets: with the other one, a correction by an hour would shut everybody out for that hour.
 */
export class RateLimit {
  readonly #limit: number;
  readonly #admissions = new Map<string, number[]>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  admit(caller: string, now = performance.now()): void {
    if (this.#limit === 0) return;
    const recent = (this.#admissions.get(caller) ?? []).filter((time) => time > now - WINDOW);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= this.#limit) throw tooMany(oldest + WINDOW - now);
    this.#admissions.delete(caller);
    this.#admissions.set(caller, [...recent, now]);
    this.#forgetOldest();
  }

  #forgetOldest(): void {
    const [oldest] = this.#admissions.keys();
    if (oldest !== undefined && this.#admissions.size > MOST_CALLERS) this.#admissions.delete(oldest);
  }
}

function tooMany(wait: number): Refusal {
  return new Refusal(429, 'over_request_rate_limit', 'Request rate limit reached', {
    'retry-after': String(Math.ceil(wait / 1000)),
  });
}
