import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { release } from '../../registry/testing/release.ts';
import type { VersionCounts } from '../../registry/version-counts.ts';
import type { LiveRemote } from '../lineup/lineup.ts';
import { type CountedVersions, countVersions } from './version-counts.ts';

let told: (readonly VersionCounts[])[];
let isOut: boolean;
let counts: CountedVersions;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  isOut = false;
  counts = countVersions({
    async addCounts(counted) {
      if (isOut) throw new Error('cut off');
      told.push(counted);
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const SINCE = '2026-01-01T00:00:00.000Z';
const version = (name: string, since = SINCE): LiveRemote => ({
  release: release('mf-blog', name, '/'),
  folder: '',
  address: () => '',
  comparison: { since, canary: '2' },
});
const [live, canary] = [version('1'), version('2')];
const aSecond = () => vi.advanceTimersByTimeAsync(1_000);

test('what was counted in a second is told at once, and once', async () => {
  for (const hasFailed of [false, true, false]) counts.page(canary, hasFailed);
  counts.page(live, false);
  counts.report(canary);
  await aSecond();
  await aSecond();
  const of = { remote: 'mf-blog', since: SINCE };
  expect(told).toEqual([
    [
      { ...of, version: '2', renders: 3, failures: 1, reports: 1 },
      { ...of, version: '1', renders: 1, failures: 0, reports: 0 },
    ],
  ]);
});

test('nothing is counted of a remote without a canary', async () => {
  const { comparison: _, ...alone } = live;
  counts.page(alone, true);
  counts.report(alone);
  await aSecond();
  expect(told).toEqual([]);
  expect(counts.isUndecided(alone)).toBe(false);
});

test('what could not be told is told with what came since, and the log has it once', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  isOut = true;
  counts.page(canary, true);
  await aSecond();
  counts.page(canary, false);
  await aSecond();
  expect(said).toHaveBeenCalledTimes(1);
  isOut = false;
  await aSecond();
  expect(told).toMatchObject([[{ version: '2', renders: 2, failures: 1 }]]);
});

test('a version is undecided until 200 of its pages were answered, and each canary begins anew', async () => {
  for (let page = 0; page < 199; page += 1) counts.page(canary, false);
  counts.report(canary);
  await aSecond();
  expect([counts.isUndecided(canary), counts.isUndecided(live)]).toEqual([true, true]);
  counts.page(canary, false);
  expect([counts.isUndecided(canary), counts.isUndecided(live)]).toEqual([false, true]);
  expect(counts.isUndecided(version('2', '2026-01-02T00:00:00.000Z'))).toBe(true);
});
