import { expect, test, vi } from 'vitest';
import { FairQueue, type Places } from './fair-queue.ts';

const queueOf = (places: Partial<Places> = {}) =>
  new FairQueue({ atOnce: 1, waiting: 10, waitMs: 60_000, ...places }, () => new Error('full'));

/** Work of a client that ends on request of the test and records whether it has begun. */
function held(
  queue: FairQueue,
  client: string,
  options: { readonly signal?: AbortSignal; readonly isKnown?: boolean } = {},
) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = { hasBegun: false, end: resolve, ended: Promise.resolve() };
  const run = () => {
    work.hasBegun = true;
    return promise;
  };
  work.ended = queue.run(run, { client, ...options });
  return work;
}
type Held = ReturnType<typeof held>;

const begun = (works: readonly Held[]) => works.map(({ hasBegun }) => hasBegun);

function endAll(works: readonly Held[]) {
  for (const { end } of works) end();
  return Promise.all(works.map(({ ended }) => ended));
}

/** Behind the work of a client, puts work with these names, whose first letter is the client. Returns their order. */
function waiting(queue: FairQueue) {
  const order: string[] = [];
  const add = (name: string) => queue.run(async () => void order.push(name), { client: name.charAt(0) });
  return { order, add };
}

const served = (queue: FairQueue) => queue.run(async () => 'served', { client: 'a' });

test('a limited number runs at once, the others in their order', async () => {
  const queue = queueOf({ atOnce: 2 });
  const works = ['a', 'a', 'a', 'a'].map((client) => held(queue, client));
  expect(begun(works)).toEqual([true, true, false, false]);
  works[1]?.end();
  await vi.waitFor(() => expect(begun(works)).toEqual([true, true, true, false]));
  await endAll(works);
  expect(begun(works)).toEqual([true, true, true, true]);
});

test('a client with one request does not wait for all requests of another client', async () => {
  const queue = queueOf();
  const first = held(queue, 'a');
  const { order, add } = waiting(queue);
  const ended = ['a1', 'a2', 'a3', 'b1', 'c1'].map(add);
  await endAll([first]);
  await Promise.all(ended);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('a client that finds a full queue, or waits too long, is refused', async () => {
  const queue = queueOf({ waiting: 1, waitMs: 20 });
  const [first, late, excess] = [held(queue, 'a'), held(queue, 'a'), held(queue, 'a')];
  await expect(excess.ended).rejects.toThrow('full');
  await expect(late.ended).rejects.toThrow('full');
  expect(late.hasBegun).toBe(false);
  await endAll([first]);
  await expect(served(queue)).resolves.toBe('served');
});

test('a failure lets the next request begin, and a disconnected client is skipped', async () => {
  const queue = queueOf();
  const first = held(queue, 'a');
  const left = new AbortController();
  const abandoned = held(queue, 'a', { signal: left.signal });
  const failing = queue.run(() => Promise.reject(new Error('broken')), { client: 'a' });
  left.abort();
  await expect(abandoned.ended).rejects.toThrow('full');
  await endAll([first]);
  await expect(failing).rejects.toThrow('broken');
  await expect(served(queue)).resolves.toBe('served');
  expect(abandoned.hasBegun).toBe(false);
});

test('when the queue is full, the client with most waiting work loses its last', async () => {
  const queue = queueOf({ waiting: 3 });
  const first = held(queue, 'a');
  const { order, add } = waiting(queue);
  const [one, two, last, other] = ['a1', 'a2', 'a3', 'b1'].map(add);
  await expect(last).rejects.toThrow('full');
  await expect(add('a4')).rejects.toThrow('full');
  await endAll([first]);
  await Promise.all([one, two, other]);
  expect(order).toEqual(['a1', 'b1', 'a2']);
});

test('one client takes no more than its places, and the others are free for the next client', async () => {
  const queue = queueOf({ atOnce: 3, forClient: 2 });
  const works = ['a', 'a', 'a', 'b'].map((client) => held(queue, client));
  expect(begun(works)).toEqual([true, true, false, true]);
  await endAll(works);
});

test('places are kept for known work, which may take the others too', async () => {
  const queue = queueOf({ atOnce: 2, forKnown: 1 });
  const works = [false, false, true, true].map((isKnown) => held(queue, isKnown ? 'b' : 'a', { isKnown }));
  expect(begun(works)).toEqual([true, false, true, false]);
  works[0]?.end();
  await vi.waitFor(() => expect(begun(works).filter(Boolean)).toHaveLength(3));
  await endAll(works);
  expect([queue.pending, queue.size]).toEqual([0, 0]);
  await queue.onIdle();
});
