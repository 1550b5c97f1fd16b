import { setTimeout as wait } from 'node:timers/promises';

/** For this long nobody need ask for something, and it is tried no more. */
const FORGET_AFTER_MS = 60_000;

interface Trying {
  /** Milliseconds from an attempt to the next. */
  readonly every: () => number;
  /** When somebody last asked for it, by `performance.now()`. */
  readonly askedAt: () => number;
}

/** Tries what failed again, beside the traffic: nobody waits for it. `false` when nobody asks for it any more. */
export async function keepTrying(attempt: () => Promise<unknown>, { every, askedAt }: Trying): Promise<boolean> {
  for (;;) {
    await wait(every(), undefined, { ref: false });
    if (performance.now() - askedAt() > FORGET_AFTER_MS) return false;
    const works = await attempt().then(
      () => true,
      () => false,
    );
    if (works) return true;
  }
}
