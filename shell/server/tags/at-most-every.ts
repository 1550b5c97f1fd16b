/** Runs at once, and at most every `ms`: a call in between runs once that time has passed. */
export function atMostEvery(ms: number, run: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const runNow = () => {
    timer = undefined;
    last = performance.now();
    run();
  };
  return () => {
    if (timer) return;
    const waitMs = last + ms - performance.now();
    if (waitMs <= 0) runNow();
    else timer = setTimeout(runNow, waitMs).unref();
  };
}
