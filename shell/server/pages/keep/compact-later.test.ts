import { brotliDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { versionsOf } from '../../content/testing/versions-of.ts';
import { compact } from '../../http/encode.ts';
import type { Lineup } from '../../lineup/lineup.ts';
import { compactLater } from './compact-later.ts';
import { placeAt } from './places.ts';
import { createRooms, type Entry, MEGABYTE } from './rooms.ts';

const lineup = { canaries: '' } as Lineup;
const TEXT = Array.from({ length: 3_000 }, (_, word) => `${word % 7} Kurs ${(word * 7_919) % 1_009}`).join(' ');

async function keptPage(text = TEXT) {
  const rooms = createRooms(MEGABYTE);
  const place = placeAt(lineup, '/');
  const answer = { status: 200, headers: { etag: 'W/"1"' }, ...(await compact(text, 'text/html')) };
  const entry: Entry = {
    place,
    lineup,
    answer,
    reads: [],
    versions: versionsOf('1'),
    timesAsked: 0,
    isCompact: answer.body !== undefined,
  };
  rooms.set(entry);
  const heard = compactLater(rooms);
  const ask = () => {
    entry.timesAsked += 1;
    heard(entry);
  };
  return { rooms, place, entry, ask };
}

test('what is asked for again becomes smaller, and stays the same', async () => {
  const { rooms, place, entry, ask } = await keptPage();
  for (let time = 0; time < 3; time += 1) ask();
  await vi.waitFor(() => expect(rooms.get(place)).not.toBe(entry));
  const better = rooms.get(place)?.answer;
  expect(better?.headers).toEqual({ etag: 'W/"1"' });
  const [before = 0, after = 0] = [entry.answer, better].map((answer) => answer?.compressed?.br?.length);
  expect(after).toBeLessThan(before);
  expect(brotliDecompressSync(better?.compressed?.br ?? '').toString()).toBe(TEXT);
});

test('what was dropped meanwhile does not come back', async () => {
  const { rooms, place, ask } = await keptPage();
  const next = await keptPage();
  for (let time = 0; time < 3; time += 1) ask();
  rooms.set(next.entry);
  const other = await keptPage();
  for (let time = 0; time < 3; time += 1) other.ask();
  await vi.waitFor(() => expect(other.rooms.get(place)).not.toBe(other.entry));
  expect(rooms.get(place)).toBe(next.entry);
});
