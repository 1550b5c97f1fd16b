import { expect, test } from 'vitest';
import { versionsOf } from '../../content/testing/versions-of.ts';
import type { Lineup } from '../../lineup/lineup.ts';
import { placeAt } from './places.ts';
import { createRooms, type Entry, MEGABYTE } from './rooms.ts';

const lineup = { canaries: '' } as Lineup;

function entryAt(path: string, status = 200, bytes = 1_000): Entry {
  const { pathname, search } = new URL(path, 'http://site');
  const answer = { status, body: Buffer.alloc(bytes) };
  const rest = { reads: [], versions: versionsOf('1'), timesAsked: 0, isCompact: true };
  return { place: placeAt(lineup, pathname, search), lineup, answer, ...rest };
}

const isThere = ({ get }: ReturnType<typeof createRooms>, path: string) => get(entryAt(path).place) !== undefined;

test.each([
  ['with queries', 200, (n: number) => `/?seite=${n}`],
  ['of what is not there', 404, (n: number) => `/post/${n}`],
  ['that lead elsewhere', 308, (n: number) => `/matrix?x=${n}`],
])('addresses %s, however many, leave kept pages where they are', (_what, status, addressOf) => {
  const rooms = createRooms(128 * MEGABYTE);
  rooms.set(entryAt('/'));
  for (let n = 0; n < 450; n += 1) rooms.set(entryAt(addressOf(n), status, 296_000));
  expect(isThere(rooms, '/')).toBe(true);
  expect(isThere(rooms, addressOf(449))).toBe(true);
  expect(isThere(rooms, addressOf(0))).toBe(false);
});

test('addresses of what is not there are counted as well as what is answered', () => {
  const rooms = createRooms(128 * MEGABYTE);
  const longAddress = (n: number) => `/${n}/${'x'.repeat(8_000)}`;
  for (let n = 0; n < 1_200; n += 1) rooms.set(entryAt(longAddress(n), 404, 0));
  expect([isThere(rooms, longAddress(1_199)), isThere(rooms, longAddress(0))]).toEqual([true, false]);
});

test('what comes to be there takes the place of the word that it is not', () => {
  const rooms = createRooms(MEGABYTE);
  const [missing, found] = [entryAt('/post/neu', 404), entryAt('/post/neu')];
  rooms.set(missing);
  rooms.set(found);
  expect([rooms.has(missing), rooms.has(found)]).toEqual([false, true]);
  expect([...rooms.entries()]).toEqual([found]);
});
