import { expect, test, vi } from 'vitest';
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

test('what finds a full queue is refused as busy', async () => {
  const limit = limitRenders({ ...limits, atOnce: 1, waiting: 1 });
  const { begun, work, end } = givenWork();
  const renders = [limit(work('a')), limit(work('b'))];
  await expect(limit(work('c'))).rejects.toBeInstanceOf(Busy);
  end('a');
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b']));
  end('b');
  await Promise.all(renders);
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
