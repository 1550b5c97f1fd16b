import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createJobs } from './jobs.ts';
import type { Job } from './protocol/orders.ts';

const JOB: Job = { kind: 'draw', svg: '<svg/>' };
const PLATFORM = { contract: 2, supabase: { url: '', key: '' }, remotes: {} };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Gives up so many jobs; of each the renderer says in the end that it was ended, or nothing. */
async function givenLate(count: number, isAnswered: boolean): Promise<boolean> {
  let isClogged = false;
  const jobs = createJobs(
    () => undefined,
    () => {
      isClogged = true;
    },
  );
  for (let id = 1; id <= count; id += 1) {
    const late = expect(jobs.run(JOB)).rejects.toMatchObject({ name: 'RenderedTooLate' });
    await vi.advanceTimersByTimeAsync(10_000);
    await late;
    if (isAnswered) jobs.settle({ kind: 'failed', id, name: 'Error', message: 'aborted' });
  }
  return isClogged;
}

test('a renderer in which fifty jobs never end is of no more use', async () => {
  expect(await givenLate(49, false)).toBe(false);
  expect(await givenLate(50, false)).toBe(true);
});

test('one that ends what was given up may go on', async () => expect(await givenLate(60, true)).toBe(false));

test('of a renderer that ends it is known on which modules it was at work, those given up included', async () => {
  const jobs = createJobs(
    () => undefined,
    () => undefined,
  );
  const page = (module: string | null): Job => ({ kind: 'page', module, url: 'http://site/', platform: PLATFORM });
  const late = expect(jobs.run(page('mf-late@1'))).rejects.toMatchObject({ name: 'RenderedTooLate' });
  await vi.advanceTimersByTimeAsync(10_000);
  await late;
  const done = jobs.run(page('mf-done@1'));
  jobs.settle({ kind: 'done', id: 2, value: null });
  await done;
  const others = [
    page('mf-blog@1'),
    page(null),
    { kind: 'contribution', modules: ['mf-blog@1', 'mf-events@2'], url: '' },
    JOB,
  ];
  const all = Promise.allSettled((others as readonly Job[]).map(jobs.run));
  jobs.failAll('by SIGKILL');
  for (const outcome of await all) {
    expect(outcome).toMatchObject({
      reason: { name: 'RendererEnded', underWay: ['mf-blog@1', 'mf-events@2', 'mf-late@1'] },
    });
  }
});
