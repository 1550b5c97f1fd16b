/** Callers at once share a run of `work`, but only one that began after they called. It must not fail. */
export function sharedRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const start = (): Promise<void> => {
    running = work().then(() => {
      running = undefined;
    });
    return running;
  };

  return () => {
    if (!running) return start();
    next ??= running.then(() => {
      next = undefined;
      // Whoever called in between has started one, which began late enough.
      return running ?? start();
    });
    return next;
  };
}
