import { expect, onTestFinished, test, vi } from 'vitest';
import { Busy, limitRenders, limitsFor } from './limit.ts';

const limits = { atOnce: 2, waiting: 2, waitMs: 1_000 };

function givenWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

test('a limited number renders at once, a limited number waits in order, and the next is refused', async () => {
  const limit = limitRenders(limits);
  const { begun, work, end } = givenWork();
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => limit(work(name)));
  expect(begun).toEqual(['a', 'b']);
  await expect(limit(work('e'))).rejects.toBeInstanceOf(Busy);
  end('b');
  await b;
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'c']));
  end('a');
  end('c');
  await Promise.all([a, c]);
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'c', 'd']));
  end('d');
  expect(await d).toBe('d');
});

test.each([
  [1, 16],
  [8, 16],
  [16, 32],
])('%s workers render %s pages at once', (workers, atOnce) => {
  const { begun, work } = givenWork();
  const limit = limitRenders(limitsFor(workers));
  for (let n = 0; n < 40; n += 1) limit(work(String(n))).catch(() => undefined);
  expect(begun).toHaveLength(atOnce);
});

test('a failed rendering lets the next one begin', async () => {
  const limit = limitRenders({ ...limits, atOnce: 1 });
  const failing = limit(() => Promise.reject(new Error('no')));
  const next = limit(async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
  expect(await limit(async () => 'later')).toBe('later');
});

test('background work waits until nothing renders, and runs one after the other', async () => {
  const limit = limitRenders(limits);
  const { begun, work, end } = givenWork();
  const [a, ...beside] = [limit(work('a')), limit.whenIdle(work('x')), limit.whenIdle(work('y'))];
  const b = limit(work('b'));
  end('a');
  await a;
  const c = limit(work('c'));
  end('b');
  await b;
  expect(begun).toEqual(['a', 'b', 'c']);
  end('c');
  await c;
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'c', 'x']));
  end('x');
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'c', 'x', 'y']));
  end('y');
  expect(await Promise.all(beside)).toEqual(['x', 'y']);
});

test('a rendering that waits too long is refused and leaves the queue', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const limit = limitRenders({ ...limits, atOnce: 1, waiting: 1 });
  const { begun, work, end } = givenWork();
  const first = limit(work('first'));
  const late = expect(limit(work('late'))).rejects.toBeInstanceOf(Busy);
  vi.advanceTimersByTime(1_000);
  await late;
  const next = limit(work('next'));
  end('first');
  await first;
  await vi.waitFor(() => expect(begun).toEqual(['first', 'next']));
  end('next');
  expect(await next).toBe('next');
});
