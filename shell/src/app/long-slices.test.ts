// @vitest-environment happy-dom
import { createRequire } from 'node:module';
import { unstable_NormalPriority, unstable_scheduleCallback, unstable_shouldYield } from 'scheduler';
import { beforeEach, expect, test, vi } from 'vitest';
import { drawPagesInLongSlices } from './long-slices.ts';

/** Whether work that has run for so many ms is to let the browser have its turn. */
const yieldsAfter = (ms: number) =>
  new Promise<boolean>((resolve) => {
    unstable_scheduleCallback(unstable_NormalPriority, () => {
      const begin = performance.now();
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => begin + ms);
      resolve(unstable_shouldYield());
      clock.mockRestore();
    });
  });

type Listener = Parameters<Parameters<typeof drawPagesInLongSlices>[0]['subscribe']>[0];
const listeners: Listener[] = [];
const goTo = (place: { readonly pathname: string }) => {
  for (const tell of listeners) tell({ location: { pathname: '/' }, navigation: { location: place } });
};
drawPagesInLongSlices({
  subscribe: (listener) => {
    listeners.push(listener);
    return () => {};
  },
});

beforeEach(() => {
  dispatchEvent(new Event('keydown'));
});

test('a page that somebody goes to is drawn in long slices', async () => {
  expect(await yieldsAfter(10)).toBe(true);
  goTo({ pathname: '/post/a' });
  expect(await yieldsAfter(10)).toBe(false);
  expect(await yieldsAfter(40)).toBe(true);
});

test.each(['pointerdown', 'keydown'])('… until they do something else: %s', async (input) => {
  goTo({ pathname: '/post/a' });
  dispatchEvent(new Event(input));
  expect(await yieldsAfter(10)).toBe(true);
});

test('… also if the router tells of it once more', async () => {
  const place = { pathname: '/post/a' };
  goTo(place);
  dispatchEvent(new Event('pointerdown'));
  goTo(place);
  expect(await yieldsAfter(10)).toBe(true);
});

test('another state of the same page is drawn as ever', async () => {
  goTo({ pathname: '/' });
  expect(await yieldsAfter(10)).toBe(true);
});

test('it is the scheduler that React uses', () => {
  const own = createRequire(import.meta.url);
  const ofReact = createRequire(own.resolve('react-dom'));
  expect(own.resolve('scheduler')).toBe(ofReact.resolve('scheduler'));
});
