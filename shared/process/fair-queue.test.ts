import { expect, test, vi } from 'vitest';
import { FairQueue, type Places } from './fair-queue.ts';

const WAIT_MS = 60_000;
const from = (client: string, signal = new AbortController().signal) => ({ client, signal });
const queueOf = (places: Partial<Places>) =>
  new FairQueue({ atOnce: 1, waiting: 10, waitMs: WAIT_MS, ...places }, () => new Error('full'));

/** Work that ends on request of the test and records whether it has begun. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = { hasBegun: false, end: resolve, run: () => Promise.resolve() };
  work.run = () => {
    work.hasBegun = true;
    return promise;
  };
  return work;
}

test('a limited number runs at once, the others in their order', async () => {
  const queue = queueOf({ atOnce: 2, waiting: 10, waitMs: WAIT_MS });
  const works = [held(), held(), held(), held()];
  const ended = works.map(({ run }) => queue.run(run, from('a')));
  const begun = () => works.map(({ hasBegun }) => hasBegun);
  expect(begun()).toEqual([true, true, false, false]);
  works[1]?.end();
  await ended[1];
  await vi.waitFor(() => expect(begun()).toEqual([true, true, true, false]));
  for (const { end } of works) end();
  await Promise.all(ended);
  expect(begun()).toEqual([true, true, true, true]);
});

test('a client with one request does not wait for all requests of another client', async () => {
  const queue = queueOf({ atOnce: 1, waiting: 10, waitMs: WAIT_MS });
  const first = held();
  const order: string[] = [];
  const waits = (client: string, name: string) => queue.run(async () => void order.push(name), from(client));
  const ended = [queue.run(first.run, from('a'))];
  ended.push(...['a1', 'a2', 'a3'].map((name) => waits('a', name)), waits('b', 'b1'), waits('c', 'c1'));
  first.end();
  await Promise.all(ended);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('a client that finds a full queue, or waits too long, is refused', async () => {
  const queue = queueOf({ atOnce: 1, waiting: 1, waitMs: 20 });
  const first = held();
  const ended = queue.run(first.run, from('a'));
  const late = held();
  const refused = queue.run(late.run, from('a'));
  await expect(queue.run(held().run, from('a'))).rejects.toThrow('full');
  await expect(refused).rejects.toThrow('full');
  expect(late.hasBegun).toBe(false);
  first.end();
  await ended;
  await expect(queue.run(async () => 'served', from('a'))).resolves.toBe('served');
});

test('a failure lets the next request begin, and a disconnected client is skipped', async () => {
  const queue = queueOf({ atOnce: 1, waiting: 5, waitMs: WAIT_MS });
  const first = held();
  const ended = queue.run(first.run, from('a'));
  const left = new AbortController();
  const abandoned = held();
  const gone = queue.run(abandoned.run, from('a', left.signal));
  const failing = queue.run(() => Promise.reject(new Error('broken')), from('a'));
  left.abort();
  await expect(gone).rejects.toThrow('full');
  first.end();
  await ended;
  await expect(failing).rejects.toThrow('broken');
  await expect(queue.run(async () => 'served', from('a'))).resolves.toBe('served');
  expect(abandoned.hasBegun).toBe(false);
});

test('when the queue is full, the client with most waiting work loses its last', async () => {
  const queue = queueOf({ waiting: 3 });
  const first = held();
  const ended = [queue.run(first.run, from('a'))];
  const order: string[] = [];
  const waits = (client: string, name: string) => queue.run(async () => void order.push(name), from(client));
  ended.push(waits('a', 'a1'), waits('a', 'a2'));
  const last = waits('a', 'a3');
  ended.push(waits('b', 'b1'));
  await expect(last).rejects.toThrow('full');
  await expect(waits('a', 'a4')).rejects.toThrow('full');
  first.end();
  await Promise.all(ended);
  expect(order).toEqual(['a1', 'b1', 'a2']);
});

test('one client takes no more than its places, and the others are free for the next client', async () => {
  const queue = queueOf({ atOnce: 3, forClient: 2 });
  const [works, other] = [[held(), held(), held()], held()];
  const ended = [...works.map(({ run }) => queue.run(run, from('a'))), queue.run(other.run, from('b'))];
  expect([...works, other].map(({ hasBegun }) => hasBegun)).toEqual([true, true, false, true]);
  for (const { end } of [...works, other]) end();
  await Promise.all(ended);
});

test('places are kept for known work, which may take the others too', async () => {
  const queue = queueOf({ atOnce: 2, forKnown: 1 });
  const [unknown, known] = [
    [held(), held()],
    [held(), held()],
  ];
  const ended = unknown.map(({ run }) => queue.run(run, from('a')));
  ended.push(...known.map(({ run }) => queue.run(run, { client: 'b', isKnown: true })));
  const begun = () => [...unknown, ...known].map(({ hasBegun }) => hasBegun);
  expect(begun()).toEqual([true, false, true, false]);
  unknown[0]?.end();
  await ended[0];
  await vi.waitFor(() => expect(begun().filter(Boolean)).toHaveLength(3));
  for (const { end } of [...unknown, ...known]) end();
  await Promise.all(ended);
  expect([queue.pending, queue.size]).toEqual([0, 0]);
  await queue.onIdle();
});
