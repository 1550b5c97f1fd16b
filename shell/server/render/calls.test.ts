import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Call } from './messages.ts';
import { createCalls } from './worker-process.ts';

const CALL: Call = { kind: 'rasterize', svg: '<svg/>' };
const PLATFORM = { contract: 2, supabase: { url: '', key: '' }, remotes: {} };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Aborts a number of calls, with or without a late response to each. */
async function givenLate(count: number, isAnswered: boolean): Promise<boolean> {
  let isClogged = false;
  const calls = createCalls(
    () => undefined,
    () => {
      isClogged = true;
    },
  );
  for (let id = 1; id <= count; id += 1) {
    const late = expect(calls.call(CALL)).rejects.toMatchObject({ name: 'RenderTimeout' });
    await vi.advanceTimersByTimeAsync(10_000);
    await late;
    if (isAnswered) calls.settle({ kind: 'failed', id, name: 'Error', message: 'aborted' });
  }
  return isClogged;
}

test('a worker with fifty aborted calls that never end is clogged', async () => {
  expect(await givenLate(49, false)).toBe(false);
  expect(await givenLate(50, false)).toBe(true);
});

test('a worker that ends its aborted calls is not clogged', async () => expect(await givenLate(60, true)).toBe(false));

test('when a worker ends, the modules of its calls are known, those of aborted calls included', async () => {
  const calls = createCalls(
    () => undefined,
    () => undefined,
  );
  const page = (module: string | null): Call => ({
    kind: 'page',
    module,
    owner: null,
    url: 'http://site/',
    platform: PLATFORM,
  });
  const late = expect(calls.call(page('mf-late@1'))).rejects.toMatchObject({ name: 'RenderTimeout' });
  await vi.advanceTimersByTimeAsync(10_000);
  await late;
  const done = calls.call(page('mf-done@1'));
  calls.settle({ kind: 'done', id: 2, value: null });
  await done;
  const others = [page('mf-blog@1'), page(null), { kind: 'resource', module: 'mf-events@2', url: '' }, CALL];
  const all = Promise.allSettled((others as readonly Call[]).map(calls.call));
  calls.failAll('by SIGKILL');
  for (const outcome of await all) {
    expect(outcome).toMatchObject({
      reason: { name: 'WorkerEnded', inFlight: ['mf-blog@1', 'mf-events@2', 'mf-late@1'] },
    });
  }
});
