import { beforeEach, describe, expect, test } from 'vitest';
import type { PlatformRegistry } from '../registry.ts';
import type { VersionCounts } from '../schema.ts';
import { by, release } from './release.ts';

type Counted = Partial<Pick<VersionCounts, 'renders' | 'failures' | 'reports'>>;
const fails = (failures: number, renders: number): Counted => ({ failures, renders });

/** Counts of canaries. `opened` gives the empty registry of the running test, and `shell` the same with a shell's rights. */
export const describeCounts = (opened: () => PlatformRegistry, shell: () => PlatformRegistry) =>
  describe('counts', () => {
    const blog = (version: string) => release('mf-blog', version, '/');
    const remote = async () => (await opened().read()).remotes['mf-blog'];
    const isCanary = async () => (await remote())?.canary !== undefined;
    const canary = async (version: string, margin?: number) => {
      await opened().publish(blog(version));
      await opened().canary(blog(version), 10, { ...by, ...(margin !== undefined && { margin }) });
    };
    const counted = (version: string, since: string, what: Counted): VersionCounts => {
      return { remote: 'mf-blog', version, since, renders: 0, failures: 0, reports: 0, ...what };
    };
    /** Stores counts of the canary and of the live release. */
    const count = async (ofCanary: Counted, ofLive: Counted = {}) => {
      const { canary: current, live } = (await remote()) ?? {};
      if (!current || !live) throw new Error('there is no canary');
      const { release: own, since } = current;
      await shell().addCounts([counted(live.version, since, ofLive), counted(own.version, since, ofCanary)]);
    };

    beforeEach(async () => {
      await opened().publish(blog('1'));
      await opened().promote(blog('1'), by);
      await canary('2');
    });

    test.each<readonly [string, Counted, Counted, number | undefined]>([
      ['nothing of 200 failed', fails(0, 200), {}, undefined],
      ['fewer than 200 were rendered, and all failed', fails(199, 199), {}, undefined],
      ['at most 5 of 100 failed', fails(10, 200), {}, undefined],
      ['the difference to the live release is within the margin', fails(12, 200), fails(3, 300), undefined],
      ['both releases fail equally often', fails(500, 1_000), fails(9_000, 18_000), undefined],
      ['the margin is wider', fails(40, 200), {}, 20],
      ['the margin is 100', fails(200, 200), {}, 100],
      ['only browsers report failures', { renders: 1_000, reports: 1_000 }, {}, 0],
    ])('a canary stays while %s', async (_what, ofCanary, ofLive, margin) => {
      if (margin !== undefined) await canary('2', margin);
      const before = await remote();
      await count(ofCanary, ofLive);
      expect(await remote()).toEqual(before);
    });

    test.each<readonly [string, Counted, Counted, number | undefined]>([
      ['more than 5 of 100 failed', fails(11, 200), {}, undefined],
      ['the difference to the live release exceeds the margin', fails(13, 200), fails(3, 300), undefined],
      ['one failed and the margin is 0', fails(1, 1_000), fails(0, 10), 0],
    ])('a canary is ended when %s', async (_what, ofCanary, ofLive, margin) => {
      if (margin !== undefined) await canary('2', margin);
      await count(ofCanary, ofLive);
      expect(await isCanary()).toBe(false);
      expect((await remote())?.live.version).toBe('1');
    });

    test('the history says that the canary was ended automatically, and by which counts', async () => {
      await count(fails(20, 150), fails(1, 700));
      await count(fails(3, 62), fails(0, 4));
      const [entry] = (await remote())?.history ?? [];
      expect(entry).toMatchObject({
        action: 'canary',
        version: '2',
        percent: 0,
        author: expect.stringContaining('shell'),
        reason: 'went back by itself: 23 of 212 renders failed, of 1 beside it 1 of 704; the margin is 5 of 100',
      });
    });

    test('counts of several shells are added up, also after the share of the canary changed', async () => {
      await count({ renders: 7, failures: 1, reports: 2 }, { renders: 90 });
      await opened().canary(blog('2'), 50, by);
      await count({ renders: 3, reports: 1 }, { renders: 10, failures: 1 });
      const counts = await opened().readCounts();
      expect([...counts].sort((one, other) => one.version.localeCompare(other.version))).toMatchObject([
        { remote: 'mf-blog', version: '1', renders: 100, failures: 1, reports: 0 },
        { remote: 'mf-blog', version: '2', renders: 10, failures: 1, reports: 3 },
      ]);
      expect(counts[0]?.since).toBe((await remote())?.canary?.since);
    });

    test('counts of an earlier canary do not count for the next one', async () => {
      const since = (await remote())?.canary?.since ?? '';
      await count(fails(10, 190), fails(0, 500));
      await opened().canary(blog('2'), 0, by);
      await canary('2');
      await shell().addCounts([counted('2', since, fails(500, 500))]);
      expect(await isCanary()).toBe(true);
      await count(fails(1, 199), fails(0, 1));
      expect(await isCanary()).toBe(true);
      expect((await opened().readCounts()).find(({ version }) => version === '2')).toMatchObject(fails(1, 199));
    });

    test('counts without a canary, or with more failures than renders, change nothing', async () => {
      const { canary: current } = (await remote()) ?? {};
      const since = current?.since ?? '';
      const before = await opened().read();
      await shell().addCounts([
        counted('3', since, fails(500, 500)),
        counted('2', since, fails(500, 0)),
        counted('2', since, { renders: 300, failures: -5 }),
        { ...counted('2', since, fails(500, 500)), remote: 'mf-none' },
      ]);
      expect(await opened().read()).toEqual(before);
      expect(await opened().readCounts()).toEqual([]);
    });

    test('only the failing canary is ended', async () => {
      const events = (version: string) => release('mf-events', version, '/events');
      for (const version of ['1', '2']) await opened().publish(events(version));
      await opened().promote(events('1'), by);
      await opened().canary(events('2'), 10, by);
      await count(fails(200, 200));
      expect(await isCanary()).toBe(false);
      expect((await opened().read()).remotes['mf-events']?.canary?.release.version).toBe('2');
    });
  });
