import type { Site } from '@ki/shared/contract/site.ts';
import type { Connection } from '@ki/shared/data/clients.ts';
import { WorkerEnded } from './calls.ts';
import { createWorker, type Worker } from './worker.ts';
import { startWorkerProcess, type WorkerEvents, type WorkerProcess } from './worker-process.ts';

const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 10_000;

interface Settings extends Pick<WorkerEvents, 'onLog' | 'onQuery'> {
  readonly count: number;
  readonly program: string;
  readonly supabase: Connection;
  readonly onEnd?: WorkerEvents['onEnd'];
}

interface Running {
  readonly process: WorkerProcess;
  readonly worker: Worker;
  readonly isReady: () => boolean;
}

export type WorkerPool = ReturnType<typeof startWorkerPool>;

export function startWorkerPool({ count, program, supabase, onEnd, ...events }: Settings) {
  const running = new Set<Running>();
  const firstReady = Promise.withResolvers<void>();
  let failuresAtStart = 0;
  let isOver = false;
  let site: Site | null = null;

  function startAnother(wasReady: boolean): void {
    if (wasReady) {
      start();
      return;
    }
    setTimeout(start, Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failuresAtStart)).unref();
    failuresAtStart += 1;
  }

  function start(): void {
    if (isOver) return;
    try {
      run();
    } catch (error) {
      onEnd?.(error instanceof Error ? error.message : String(error));
      startAnother(false);
    }
  }

  function run(): void {
    let isReady = false;
    const own = startWorkerProcess(program, supabase, {
      ...events,
      onReady() {
        isReady = true;
        failuresAtStart = 0;
        firstReady.resolve();
      },
      onEnd(why) {
        running.delete(one);
        if (isOver) return;
        onEnd?.(why);
        startAnother(isReady);
      },
    });
    const one: Running = { process: own, worker: createWorker(own), isReady: () => isReady };
    running.add(one);
    if (site) own.send({ kind: 'site', site });
  }

  function end(): void {
    isOver = true;
    process.off('exit', end);
    for (const one of running) one.process.end();
  }

  for (let index = 0; index < count; index += 1) start();
  process.on('exit', end);

  return {
    ready: firstReady.promise,
    leastBusy(): Worker {
      const ready = [...running].filter(({ isReady }) => isReady());
      const [first, ...others] = ready.length > 0 ? ready : running;
      if (!first) throw new WorkerEnded('no worker is running');
      const load = (one: Running) => one.process.callsInFlight();
      return others.reduce((least, one) => (load(one) < load(least) ? one : least), first).worker;
    },
    /** In force for every later call, also in workers that start later. */
    applySite(next: Site): void {
      site = next;
      for (const { process: own } of running) own.send({ kind: 'site', site });
    },
    residentBytes: () => [...running].reduce((sum, one) => sum + one.process.residentBytes(), 0),
    end,
  };
}
