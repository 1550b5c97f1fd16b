import { expect, test } from 'vitest';
import { by, release } from '../../../registry/testing/release.ts';
import { readConfig } from '../../config.ts';
import { createLineups } from '../../lineup/lineup.ts';
import { pagePlaces } from './places.ts';

const config = readConfig({ SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_PUBLISHABLE_KEY: 'key' });
const url = (path: string) => new URL(path, 'http://site');

function lineupOf(...paths: readonly string[]) {
  const live = release('mf-blog', '1', ...paths);
  const remotes = { 'mf-blog': { slot: 1, live, previous: [], history: [], ...by } };
  return createLineups({ schema: 1, retired: {}, remotes }, config).usual;
}

test('a place is found once, for each lineup', () => {
  const placeOf = pagePlaces();
  const [before, after] = [lineupOf('/post/:slug'), lineupOf('/else')];
  const place = placeOf(url('/post/a?x=1'), before);
  expect(place).toMatchObject({ owner: 'mf-blog', pathname: '/post/a', search: '?x=1' });
  expect(placeOf(url('/post/a?x=1'), before)).toBe(place);
  expect(placeOf(url('/post/a?x=1'), after).owner).toBeUndefined();
});

test('all spellings of an address have the place of its page', () => {
  const placeOf = pagePlaces();
  const lineup = lineupOf('/post/:slug');
  const keys = ['/post/a', '/Post/a', '/%70ost/%61'].map((path) => placeOf(url(path), lineup).key);
  expect(new Set(keys).size).toBe(1);
});

test('of addresses that anybody makes up no more is remembered than there is room for', () => {
  const placeOf = pagePlaces();
  const lineup = lineupOf('/post/:slug');
  const long = (n: number) => url(`/${n}/${'x'.repeat(8_000)}`);
  const [first, second] = [placeOf(long(0), lineup), placeOf(url('/post/a'), lineup)];
  for (let n = 1; n < 600; n += 1) placeOf(long(n), lineup);
  expect(placeOf(long(0), lineup)).not.toBe(first);
  expect(placeOf(url('/post/a'), lineup)).toEqual(second);
});
