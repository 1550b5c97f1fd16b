/** Long work as a generator that yields where it may be interrupted. */
export type Work<Result> = Generator<undefined, Result>;

export function atOnce<Result>(work: Work<Result>): Result {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Long enough to be worth a pause, short enough for the next frame. */
const SLICE_MS = 8;

/** Runs work in slices; what the user does in between is not held up. */
export async function inSlices<Result>(work: Work<Result>, pause: () => Promise<void>): Promise<Result> {
  let began = performance.now();
  let step = work.next();
  while (!step.done) {
    if (performance.now() - began > SLICE_MS) {
      await pause();
      began = performance.now();
    }
    step = work.next();
  }
  return step.value;
}

export function* mapped<One, Other>(values: readonly One[], to: (one: One, index: number) => Other): Work<Other[]> {
  const others: Other[] = [];
  for (const [index, one] of values.entries()) {
    others.push(to(one, index));
    yield;
  }
  return others;
}
