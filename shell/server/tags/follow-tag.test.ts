import { expect, test } from 'vitest';
import { silentConsole } from '../testing/temporary.ts';
import type { TagVersions } from './tag-versions.ts';
import { followTag } from './tag-versions.ts';

function followed() {
  const state = { version: '1' as string | null };
  const reads: PromiseWithResolvers<void>[] = [];
  let fallbacks = 0;
  const versions = () => (state.version === null ? null : ({ site: state.version } as TagVersions));
  const follow = followTag({
    tag: 'site',
    what: 'it',
    take() {
      const read = Promise.withResolvers<void>();
      reads.push(read);
      return read.promise;
    },
    async orElse() {
      fallbacks += 1;
    },
  });
  return { state, reads, update: () => follow(versions()), fallbacks: () => fallbacks };
}

test('resolves at once while nothing has changed', async () => {
  const { reads, update } = followed();
  const first = update();
  reads[0]?.resolve();
  expect([await first, update()]).toEqual([true, true]);
  expect(reads).toHaveLength(1);
});

test('a change during a read is read too, and its end ends no newer read', async () => {
  const { state, reads, update } = followed();
  const first = update();
  state.version = '2';
  const second = update();
  reads[0]?.resolve();
  await first;
  const third = update();
  expect(reads).toHaveLength(2);
  reads[1]?.resolve();
  expect([await second, await third, update()]).toEqual([true, true, true]);
});

test('a failure is logged once until a read succeeds, and is repeated with the next update', async () => {
  const logged = silentConsole();
  const { reads, update, fallbacks } = followed();
  for (const place of [0, 1]) {
    const failing = update();
    reads[place]?.reject(new Error('gone'));
    expect(await failing).toBe(false);
  }
  expect([logged.mock.calls.flat(), fallbacks()]).toEqual([
    ['it cannot be read, the last known state stays in force: gone'],
    2,
  ]);
  const good = update();
  reads[2]?.resolve();
  expect(await good).toBe(true);
});

test('without versions the fallback serves until something was read', async () => {
  const { state, reads, update, fallbacks } = followed();
  state.version = null;
  expect([await update(), fallbacks(), reads.length]).toEqual([false, 1, 0]);
  state.version = '1';
  const first = update();
  reads[0]?.resolve();
  await first;
  state.version = null;
  expect([update(), fallbacks()]).toEqual([false, 1]);
});
