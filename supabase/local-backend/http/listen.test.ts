import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

test('closing lets a request in flight finish and accepts no other', async () => {
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const listener = await listen(0, async () => {
    begun.resolve();
    await go.promise;
    return new Response('done');
  });
  const answer = fetch(listener.url);
  await begun.promise;
  const closed = listener.close();
  await expect(fetch(listener.url)).rejects.toThrow();
  go.resolve();
  expect(await (await answer).text()).toBe('done');
  await closed;
});

test('closing waits for a limited time', async () => {
  const begun = Promise.withResolvers<void>();
  const never = new AbortController();
  const listener = await listen(0, async () => {
    begun.resolve();
    await pause(2 ** 30, undefined, { signal: never.signal });
    return new Response('never');
  });
  const answer = fetch(listener.url);
  await begun.promise;
  await Promise.all([expect(answer).rejects.toThrow(), listener.close()]);
  never.abort();
});
