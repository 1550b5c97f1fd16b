const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does something that can be interrupted: a signal does not end the process, but aborts, so that the work can clean up. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = (name: NodeJS.Signals) => controller.abort(new Error(`stopped by ${name}`));
  for (const name of SIGNALS) process.on(name, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, abort);
  }
}
