import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VersionCounts } from '../../registry/registry.ts';
import { release } from '../../registry/testing/release.ts';
import { Busy, TooManyRenders } from '../render/limit.ts';
import { RenderTimeout, WorkerEnded } from '../render/worker-process.ts';
import type { LiveRemote } from '../types.ts';
import { type CanaryCounts, countCanaries, outcomeOfError } from './canary-counts.ts';

let stored: (readonly VersionCounts[])[];
let isOut: boolean;
let counts: CanaryCounts;
beforeEach(() => {
  vi.useFakeTimers();
  stored = [];
  isOut = false;
  counts = countCanaries({
    async addCounts(counted) {
      if (isOut) throw new Error('cut off');
      stored.push(counted);
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

test('the counts of a second are stored once, in one call', async () => {
  for (const hasFailed of [false, true, false]) counts.countPage(canary, '/', hasFailed);
  counts.countPage(live, '/', false);
  counts.countReport(canary);
  await aSecond();
  await aSecond();
  const of = { remote: 'mf-blog', since: SINCE };
  expect(stored).toEqual([
    [
      { ...of, version: '2', pattern: '/', renders: 3, failures: 1, reports: 0 },
      { ...of, version: '1', pattern: '/', renders: 1, failures: 0, reports: 0 },
      { ...of, version: '2', pattern: '', renders: 0, failures: 0, reports: 1 },
    ],
  ]);
});

test('the count of 50 is stored at once, before pages from the cache are counted', async () => {
  for (let page = 0; page < 50; page += 1) counts.countPage(canary, '/', page < 4);
  await vi.advanceTimersByTimeAsync(0);
  counts.countPage(canary, '/', false);
  await aSecond();
  expect(stored).toMatchObject([[{ renders: 50, failures: 4 }], [{ renders: 1, failures: 0 }]]);
});

test('nothing is counted for a remote without a canary', async () => {
  const { comparison: _, ...alone } = live;
  counts.countPage(alone, '/', true);
  counts.countReport(alone);
  await aSecond();
  expect(stored).toEqual([]);
  expect(counts.isUndecided(alone, '/')).toBe(false);
});

test('counts that could not be stored are stored with later ones, and the failure is logged once', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  isOut = true;
  counts.countPage(canary, '/', true);
  await aSecond();
  counts.countPage(canary, '/', false);
  await aSecond();
  expect(said).toHaveBeenCalledTimes(1);
  isOut = false;
  await aSecond();
  expect(stored).toMatchObject([[{ version: '2', renders: 2, failures: 1 }]]);
});

test('a version is undecided until 50 of a pattern were served; each canary starts at 0', async () => {
  for (let page = 0; page < 49; page += 1) counts.countPage(canary, '/', false);
  counts.countReport(canary);
  await aSecond();
  expect([counts.isUndecided(canary, '/'), counts.isUndecided(live, '/')]).toEqual([true, true]);
  counts.countPage(canary, '/', false);
  expect([counts.isUndecided(canary, '/'), counts.isUndecided(live, '/')]).toEqual([false, true]);
  expect(counts.isUndecided(version('2', '2026-01-02T00:00:00.000Z'), '/')).toBe(true);
});

test('a client counts once a minute for each pattern and version, and a /64 is one client', () => {
  vi.useFakeTimers();
  const may = (client: string, pattern = '/', remote = canary) => counts.mayCount(remote, pattern, client);
  expect([may('203.0.113.1'), may('203.0.113.1'), may('203.0.113.2')]).toEqual([true, false, true]);
  expect([may('203.0.113.1', '/search'), may('203.0.113.1', '/', live)]).toEqual([true, true]);
  expect([may('2001:db8::1'), may('2001:db8::2'), may('2001:db8:0:1::1')]).toEqual([true, false, true]);
  vi.advanceTimersByTime(60_001);
  expect(may('203.0.113.1')).toBe(true);
});

const ended = (...inFlight: string[]) => new WorkerEnded('by SIGKILL', inFlight);

test.each<readonly [string, Error, string, string]>([
  ['that takes too long', new RenderTimeout(), 'failed', 'failed'],
  ['that could not be rendered', new Error('no page'), 'failed', 'failed'],
  ['that was refused as busy', new Busy(), 'unknown', 'unknown'],
  ['that was refused by the budget', new TooManyRenders(1), 'unknown', 'unknown'],
  ['without a worker', ended(), 'unknown', 'unknown'],
  ['that was alone in a worker that ended', ended('mf-blog@1'), 'failed', 'unknown'],
  ['next to others in a worker that ended', ended('mf-other@1', 'mf-blog@2'), 'unknown', 'failed'],
  ['next to its canary in a worker that ended', ended('mf-blog@1', 'mf-blog@2'), 'unknown', 'failed'],
  ['of a worker that ended with another remote’s page', ended('mf-other@2'), 'unknown', 'unknown'],
])('outcome of a page %s', (_what, error, ofLive, ofCanary) => {
  expect(outcomeOfError(error, version('1'))).toBe(ofLive);
  expect(outcomeOfError(error, version('2'))).toBe(ofCanary);
});
