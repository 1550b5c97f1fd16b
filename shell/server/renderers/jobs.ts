import { AsyncLocalStorage } from 'node:async_hooks';
import type { Job, Order } from './protocol/orders.ts';
import type { Reply } from './protocol/replies.ts';
import { RenderedTooLate, RendererEnded } from './renderer-ended.ts';

const TIMEOUT_MS = 10_000;
/** So many that were given up and never ended are a renderer's end: it holds on to what they need. */
const MOST_LATE = 50;

export interface Done {
  /** JSON, of which nothing is known yet. */
  readonly value: unknown;
  readonly bytes: Buffer<ArrayBuffer>;
}

const NO_BYTES = Buffer.alloc(0);

interface Waiting {
  readonly job: Job;
  readonly resolve: (done: Done) => void;
  readonly reject: (error: Error) => void;
  /** Does something as part of the request that the job is for. */
  readonly inRequest: <T>(work: () => T) => T;
}

function modulesOf(job: Job): readonly string[] {
  if ('modules' in job) return job.modules;
  return 'module' in job && job.module !== null ? [job.module] : [];
}

/** What one renderer is asked for: each job has a number, one reply, and a limit of time. */
export function createJobs(tell: (order: Order) => void, onClogged: () => void) {
  const underWay = new Map<number, Waiting>();
  const late = new Map<number, Job>();
  let lastId = 0;

  function giveUp(id: number): void {
    const waiting = underWay.get(id);
    if (!waiting) return;
    waiting.reject(new RenderedTooLate('rendering takes too long'));
    underWay.delete(id);
    late.set(id, waiting.job);
    tell({ kind: 'abort', id });
    if (late.size >= MOST_LATE) onClogged();
  }

  return {
    /** How many are under way. */
    get count() {
      return underWay.size;
    },
    run(job: Job): Promise<Done> {
      lastId += 1;
      const id = lastId;
      const inRequest = AsyncLocalStorage.snapshot();
      const limit = setTimeout(() => giveUp(id), TIMEOUT_MS);
      const replied = new Promise<Done>((resolve, reject) => underWay.set(id, { job, resolve, reject, inRequest }));
      tell({ ...job, id });
      return replied.finally(() => clearTimeout(limit));
    },
    /** Throws for a reply that nobody waits for. */
    settle(reply: Extract<Reply, { kind: 'done' | 'failed' }>): void {
      const waiting = underWay.get(reply.id);
      if (!waiting && !late.delete(reply.id)) throw new Error('an answer that nobody asked for');
      underWay.delete(reply.id);
      if (reply.kind === 'done') waiting?.resolve({ value: reply.value, bytes: reply.bytes ?? NO_BYTES });
      else waiting?.reject(Object.assign(new Error(reply.message), { name: reply.name }));
    },
    /** Does something as part of the request that a job is for, while that is under way. */
    during(id: number | null, work: () => void): void {
      const waiting = underWay.get(id ?? 0);
      if (waiting) waiting.inRequest(work);
      else work();
    },
    /** All of them end with their renderer. */
    failAll(why: string): void {
      const jobs = [...[...underWay.values()].map(({ job }) => job), ...late.values()];
      const modules = jobs.flatMap(modulesOf);
      const error = new RendererEnded(`the renderer ended: ${why}`, [...new Set(modules)]);
      for (const { reject } of underWay.values()) reject(error);
      underWay.clear();
    },
  };
}
