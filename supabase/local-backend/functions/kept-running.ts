import { setTimeout } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { DenoProcess } from './deno-process.ts';

export interface KeptRunning {
  /** The process once it listens; nothing if that takes longer than the given milliseconds. */
  running(patience: number): Promise<DenoProcess | undefined>;
  stop(): Promise<void>;
}

const SHORTEST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

/** A process that lived this long did not fail at its start. */
const STEADY = 60_000;

/** Starts a process again whenever it dies, after a pause that grows while it keeps dying young. */
export function keepRunning(start: () => Promise<DenoProcess>, log: Log): KeptRunning {
  const stopping = new AbortController();
  let listening = Promise.withResolvers<DenoProcess>();
  let current: DenoProcess | undefined;

  const live = async () => {
    const born = performance.now();
    current = await start();
    if (stopping.signal.aborted) await current.stop();
    else current.listening.then(() => current && listening.resolve(current));
    await current.gone;
    return Math.round(performance.now() - born);
  };

  const loop = async () => {
    let pause = SHORTEST_PAUSE;
    while (!stopping.signal.aborted) {
      const age = await live();
      if (stopping.signal.aborted) return;
      // Settled or not, what waits for the old one learns about the next.
      const next = Promise.withResolvers<DenoProcess>();
      next.promise.then(listening.resolve);
      listening = next;
      pause = age > STEADY ? SHORTEST_PAUSE : Math.min(pause * 2, LONGEST_PAUSE);
      log('functions_died', { lived: age, pause });
      await setTimeout(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  const ended = loop();
  return {
    running: (patience) => Promise.race([listening.promise, setTimeout(patience, undefined, { ref: false })]),
    stop: async () => {
      stopping.abort();
      await current?.stop();
      await ended;
    },
  };
}
