import { expect, onTestFinished, test, vi } from 'vitest';
import { Busy, limitRenders, limitsFor, TooManyRenders } from './limit.ts';

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
  for (let n = 0; n < 40; n += 1) limit(work(String(n)), { client: String(n), isKnown: true }).catch(() => undefined);
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

test('one client takes four places, and twelve of sixteen are for pages that nobody asked for before', () => {
  const { begun, work } = givenWork();
  const limit = limitRenders(limitsFor(1));
  const ask = (name: string, client: string, isKnown: boolean) =>
    void limit(work(name), { client, isKnown }).catch(() => undefined);
  for (let n = 0; n < 6; n += 1) ask('one', '203.0.113.1', false);
  expect(begun).toHaveLength(4);
  for (let n = 2; n < 20; n += 1) ask('other', `203.0.113.${n}`, false);
  expect(begun).toHaveLength(12);
  for (let n = 2; n < 20; n += 1) ask('known', `203.0.113.${n}`, true);
  expect(begun.filter((name) => name === 'known')).toHaveLength(4);
});

test('a client over its budget is refused with the time to wait, and the shell itself never is', async () => {
  const limit = limitRenders({ ...limits, budget: 2 });
  const ask = (client: string) => limit(async () => client, { client });
  await Promise.all([ask('2001:db8::1'), ask('2001:db8::2')]);
  await expect(ask('2001:db8::3')).rejects.toMatchObject({ name: 'TooManyRenders', retryAfterS: 10 });
  await expect(ask('2001:db8::3')).rejects.toBeInstanceOf(TooManyRenders);
  expect(await ask('203.0.113.1')).toBe('203.0.113.1');
  for (let n = 0; n < 5; n += 1) expect(await limit(async () => n)).toBe(n);
});
