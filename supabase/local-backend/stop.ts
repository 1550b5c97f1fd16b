/** However stuck something is, the process is gone by then. */
const DEADLINE = 4500;

const PARENT_CHECK = 500;

/**
 * Runs the given end of everything once and exits, when a signal asks for it or when the parent process is gone. The
 * parent is watched by its id: a pipe from it would also end when somebody redirects the input.
 */
export function onStop(end: (reason: string) => Promise<void>): void {
  let isStopping = false;
  const stop = async (reason: string) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), DEADLINE).unref();
    await end(reason).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void stop('parent gone'), PARENT_CHECK).unref();
}
