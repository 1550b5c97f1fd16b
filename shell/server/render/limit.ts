import { clientName, RateLimit } from '@ki/shared/http/rate-limit.ts';
import { FairQueue, type Places } from '@ki/shared/process/fair-queue.ts';
import { countRefusedRender, setRenders } from '../metrics.ts';

const AT_ONCE = 16;
/** One page renders while the other waits for the backend. */
const FOR_EACH_WORKER = 2;
/** Four pages of one client keep a worker busy, and leave another client's page a fifth of it. */
const FOR_CLIENT = 4;
const WAITING = 128;
const WAIT_MS = 5_000;
const WINDOW_MS = 10_000;
const SECOND_MS = 1_000;

export class Busy extends Error {
  override readonly name = 'Busy';
  readonly retryAfterS = 3;

  constructor() {
    super('too many pages are being rendered');
  }
}

/** The client had more pages rendered than it may. */
export class TooManyRenders extends Error {
  override readonly name = 'TooManyRenders';
  readonly retryAfterS: number;

  constructor(waitMs: number) {
    super('one client had too many pages rendered');
    this.retryAfterS = Math.ceil(waitMs / SECOND_MS);
  }
}

export interface Limits extends Places {
  /** How many pages are rendered for one client in ten seconds; 0 for any number. */
  readonly budget?: number;
}

export const limitsFor = (workers: number, budget = 0): Limits => {
  const atOnce = Math.max(AT_ONCE, FOR_EACH_WORKER * workers);
  const forClient = Math.max(FOR_CLIENT, workers);
  return { atOnce, forClient, forKnown: atOnce / 4, waiting: WAITING, waitMs: WAIT_MS, budget };
};

/** For whom a page is rendered. `isKnown`: it was asked for and stored before. */
export interface RenderCaller {
  readonly client: string;
  readonly isKnown?: boolean;
}

/** The shell's own work: no budget limits it. */
const SHELL: RenderCaller = { client: '', isKnown: true };

export type Work = <T>(work: () => Promise<T>, caller?: RenderCaller) => Promise<T>;

export type Limited = Work & {
  readonly whenIdle: Work;
};

/** A fair queue for renderings. Rejects with {@link Busy} when the wait would be too long, or {@link TooManyRenders}. */
export function limitRenders({ budget = 0, ...places }: Limits): Limited {
  const renders = new RateLimit(budget, WINDOW_MS);
  const queue = new FairQueue(places, () => {
    countRefusedRender();
    return new Busy();
  });
  queue.onChange = () => setRenders(queue.pending, queue.size);

  async function limited<T>(work: () => Promise<T>, { client, isKnown = false } = SHELL): Promise<T> {
    const waitMs = client === SHELL.client ? 0 : renders.take(client);
    if (waitMs > 0) throw new TooManyRenders(waitMs);
    return queue.run(work, { client: clientName(client), isKnown });
  }

  async function whenIdle<T>(work: () => Promise<T>): Promise<T> {
    while (queue.pending > 0) await queue.onIdle();
    return limited(work);
  }

  return Object.assign(limited, { whenIdle });
}
