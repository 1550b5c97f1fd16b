import { expect, test, vi } from 'vitest';
import { VisitorTurns } from './visitor-turns.ts';

/** Work that ends when it is told to, and says whether it has begun. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = { hasBegun: false, end: resolve, run: () => Promise.resolve() };
  work.run = () => {
    work.hasBegun = true;
    return promise;
  };
  return work;
}

test('so many run at once, and the next in their order', async () => {
  const turns = new VisitorTurns({ atOnce: 2, waiting: 10, patience: 60_000 });
  const works = [held(), held(), held(), held()];
  const ended = works.map(({ run }) => turns.run(run));
  const begun = () => works.map(({ hasBegun }) => hasBegun);
  expect(begun()).toEqual([true, true, false, false]);
  works[1]?.end();
  await ended[1];
  await vi.waitFor(() => expect(begun()).toEqual([true, true, true, false]));
  for (const { end } of works) end();
  await Promise.all(ended);
  expect(begun()).toEqual([true, true, true, true]);
});

test('who finds too many waiting, or waits too long, is told to come back', async () => {
  const turns = new VisitorTurns({ atOnce: 1, waiting: 1, patience: 20 });
  const first = held();
  const ended = turns.run(first.run);
  const late = held();
  const refused = turns.run(late.run);
  await expect(turns.run(held().run)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  await expect(refused).rejects.toMatchObject({ status: 503 });
  expect(late.hasBegun).toBe(false);
  first.end();
  await ended;
  await expect(turns.run(async () => 'served')).resolves.toBe('served');
});

test('a failure gives the turn on, and who has left is not served', async () => {
  const turns = new VisitorTurns({ atOnce: 1, waiting: 5, patience: 60_000 });
  const first = held();
  const ended = turns.run(first.run);
  const left = new AbortController();
  const abandoned = held();
  const gone = turns.run(abandoned.run, left.signal);
  const failing = turns.run(() => Promise.reject(new Error('broken')));
  left.abort();
  await expect(gone).rejects.toMatchObject({ status: 503 });
  first.end();
  await ended;
  await expect(failing).rejects.toThrow('broken');
  await expect(turns.run(async () => 'served')).resolves.toBe('served');
  expect(abandoned.hasBegun).toBe(false);
});
