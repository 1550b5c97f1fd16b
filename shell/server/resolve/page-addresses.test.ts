import { afterEach, expect, test, vi } from 'vitest';
import type { TagVersions } from '../cache/tag-versions.ts';
import { followPageAddresses } from './page-addresses.ts';

afterEach(() => vi.restoreAllMocks());

function source() {
  const state = { version: '1' as string | null, slugs: ['impressum'] as unknown, reads: 0 };
  const { current, update } = followPageAddresses({
    async read() {
      state.reads += 1;
      if (state.slugs instanceof Error) throw state.slugs;
      return state.slugs;
    },
    tagVersions: { current: () => (state.version === null ? null : ({ pages: state.version } as TagVersions)) },
  });
  return { state, current, update, has: (path: string) => current()?.has(path) };
}

test('the addresses are read again when the tag has another version, once for requests at the same time', async () => {
  const { state, update, has } = source();
  await Promise.all([update(), update()]);
  expect([state.reads, has('/impressum'), has('/elemente'), has('/nirgends')]).toEqual([1, true, true, false]);
  expect(has('/ki-auf-dieser-website')).toBe(true);
  expect(update()).toBe(true);
  Object.assign(state, { version: '2', slugs: ['datenschutz'] });
  await update();
  expect([state.reads, has('/impressum'), has('/datenschutz')]).toEqual([2, false, true]);
});

test('a failed read leaves the last known addresses in force, and is repeated', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { state, update, has, current } = source();
  Object.assign(state, { slugs: new Error('gone') });
  await update();
  expect(current()).toBeNull();
  state.slugs = ['impressum'];
  await update();
  Object.assign(state, { version: '2', slugs: 'wrong' });
  await update();
  expect(has('/impressum')).toBe(true);
  state.version = null;
  expect([update(), has('/impressum')]).toEqual([false, true]);
});
