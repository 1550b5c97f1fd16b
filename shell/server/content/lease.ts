import { areEqual, TOLD, type Versions } from './versions.ts';

/** `null`: not known, so that nothing kept may be used. At once where what is known still holds. */
export type Current = Versions | null | Promise<Versions | null>;

interface Terms {
  /** Asks for the versions, or whether what was told is all: `null` and rejections when nobody answers. */
  readonly ask: () => Promise<Versions | null>;
  /**
   * Milliseconds for which an answer holds, from when its question was sent. 0: nobody gets the answer to a question that
   * was sent before they came.
   */
  readonly holdsMs: number;
  readonly onChange: () => void;
}

interface Question {
  readonly sent: number;
  readonly answer: Promise<Versions | null>;
}

/**
 * Holds what is known of the versions, and asks when it is needed and no longer holds; in good time where it is asked for
 * all the time, so that nobody waits. All who wait share one question. Nobody asks while nobody needs to know.
 */
export function createLease({ ask, holdsMs, onChange }: Terms) {
  let known: Versions | null = null;
  /** When the question was sent by whose answer they are known. */
  let since = Number.NEGATIVE_INFINITY;
  let forgotten = Number.NEGATIVE_INFINITY;
  let running: Question | null = null;

  function take(versions: Versions): void {
    // The same object for as long as nothing changed: what was compared with it need not be compared again.
    if (known && areEqual(TOLD, known, versions)) return;
    known = versions;
    onChange();
  }

  function start(): Question {
    const sent = performance.now();
    const answer = ask()
      .catch(() => null)
      .then((versions) => {
        running = null;
        if (!versions) return null;
        take(versions);
        if (sent >= forgotten) since = sent;
        return known;
      });
    running = { sent, answer };
    return running;
  }

  async function wait(): Promise<Versions | null> {
    const from = Math.max(performance.now() - holdsMs, forgotten);
    for (;;) {
      const isOwn = !running;
      const { sent, answer } = running ?? start();
      const versions = await answer;
      if (isOwn || sent > from) return versions;
    }
  }

  return {
    current(): Current {
      const age = performance.now() - since;
      if (!known || age >= holdsMs) return wait();
      if (age > holdsMs / 2 && !running) start();
      return known;
    },
    /** What is told without a question: from now on nothing older is used. */
    take,
    /** From now on nothing that was asked before is used. */
    forget(): void {
      since = Number.NEGATIVE_INFINITY;
      forgotten = performance.now();
    },
  };
}
