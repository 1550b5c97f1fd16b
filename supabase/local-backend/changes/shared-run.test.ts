import { expect, test } from 'vitest';
import { sharedRun } from './shared-run.ts';

/** Work that ends when the test says so. */
function heldWork() {
  const ends: (() => void)[] = [];
  return { ends, work: () => new Promise<void>((resolve) => ends.push(resolve)) };
}

test('who comes while it runs waits for the next run, with all others who do', async () => {
  const { ends, work } = heldWork();
  const run = sharedRun(work);
  const early = run();
  const late = [run(), run()];
  ends[0]?.();
  await early;
  await expect.poll(() => ends.length).toBe(2);
  expect(await Promise.race([...late, Promise.resolve('waits')])).toBe('waits');
  ends[1]?.();
  await Promise.all(late);
});

test('who comes when nothing runs has it run', async () => {
  const { ends, work } = heldWork();
  const run = sharedRun(work);
  for (const index of [0, 1]) {
    const ended = run();
    ends[index]?.();
    await ended;
  }
  expect(ends).toHaveLength(2);
});
