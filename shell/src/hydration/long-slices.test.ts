// @vitest-environment happy-dom
import { createRequire } from 'node:module';
import { unstable_NormalPriority, unstable_scheduleCallback, unstable_shouldYield } from 'scheduler';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderInLongSlices } from './hydrate.tsx';

/** Whether work that has run for `ms` should yield to the browser. */
const yieldsAfter = (ms: number) =>
  new Promise<boolean>((resolve) => {
    unstable_scheduleCallback(unstable_NormalPriority, () => {
      const begin = performance.now();
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => begin + ms);
      resolve(unstable_shouldYield());
      clock.mockRestore();
    });
  });

type Listener = Parameters<Parameters<typeof renderInLongSlices>[0]['subscribe']>[0];
const listeners: Listener[] = [];
const goTo = (place: { readonly pathname: string }) => {
  for (const tell of listeners) tell({ location: { pathname: '/' }, navigation: { location: place } });
};
renderInLongSlices({
  subscribe: (listener) => {
    listeners.push(listener);
    return () => {};
  },
});

beforeEach(() => {
  dispatchEvent(new Event('keydown'));
});

test('a navigation renders its page in long slices', async () => {
  expect(await yieldsAfter(10)).toBe(true);
  goTo({ pathname: '/post/a' });
  expect(await yieldsAfter(10)).toBe(false);
  expect(await yieldsAfter(40)).toBe(true);
});

test.each(['pointerdown', 'keydown'])('input ends the long slices: %s', async (input) => {
  goTo({ pathname: '/post/a' });
  dispatchEvent(new Event(input));
  expect(await yieldsAfter(10)).toBe(true);
});

test('a second notification of the router for the same navigation does not start them again', async () => {
  const place = { pathname: '/post/a' };
  goTo(place);
  dispatchEvent(new Event('pointerdown'));
  goTo(place);
  expect(await yieldsAfter(10)).toBe(true);
});

test('an update of the same page renders in short slices', async () => {
  goTo({ pathname: '/' });
  expect(await yieldsAfter(10)).toBe(true);
});

test('the scheduler is the instance that React uses', () => {
  const own = createRequire(import.meta.url);
  const ofReact = createRequire(own.resolve('react-dom'));
  expect(own.resolve('scheduler')).toBe(ofReact.resolve('scheduler'));
});
