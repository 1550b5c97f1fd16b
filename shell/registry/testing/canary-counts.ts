import { beforeEach, describe, expect, test } from 'vitest';
import type { PlatformRegistry, VersionCounts } from '../registry.ts';
import { by, release } from './release.ts';

type Counted = Partial<Pick<VersionCounts, 'renders' | 'failures' | 'reports'>>;
const fails = (failures: number, renders: number): Counted => ({ failures, renders });

/** Counts of canaries. `opened` gives the empty registry of the running test, and `shell` the same with a shell's rights. */
export const describeCounts = (opened: () => PlatformRegistry, shell: () => PlatformRegistry) =>
  describe('counts', () => {
    const blog = (version: string) => release('mf-blog', version, '/', '/post/:slug', '/search', '/category/:slug');
    const remote = async () => (await opened().read()).remotes['mf-blog'];
    const isCanary = async () => (await remote())?.canary !== undefined;
    const canary = async (version: string, margin?: number) => {
      await opened().publish(blog(version));
      await opened().canary(blog(version), 10, { ...by, ...(margin !== undefined && { margin }) });
    };
    const counted = (version: string, since: string, what: Counted, pattern = '/'): VersionCounts => {
      return { remote: 'mf-blog', version, pattern, since, renders: 0, failures: 0, reports: 0, ...what };
    };
    /** Stores counts of the canary and of the live release. */
    const count = async (ofCanary: Counted, ofLive: Counted = { renders: 50 }, pattern = '/') => {
      const { canary: current, live } = (await remote()) ?? {};
      if (!current || !live) throw new Error('there is no canary');
      const { release: own, since } = current;
      const both = [counted(live.version, since, ofLive, pattern), counted(own.version, since, ofCanary, pattern)];
      await shell().addCounts(both);
    };

    beforeEach(async () => {
      await opened().publish(blog('1'));
      await opened().promote(blog('1'), by);
      await canary('2');
    });

    test.each<readonly [string, Counted, Counted, number | undefined]>([
      ['nothing of 200 failed', fails(0, 200), { renders: 50 }, undefined],
      ['fewer than 50 were opened, and all failed', fails(49, 49), { renders: 50 }, undefined],
      ['fewer than 50 were opened of the live release', fails(200, 200), { renders: 49 }, undefined],
      ['at most 5 of 100 failed', fails(10, 200), { renders: 50 }, undefined],
      ['the difference to the live release is within the margin', fails(12, 200), fails(3, 300), undefined],
      ['both releases fail equally often', fails(500, 1_000), fails(9_000, 18_000), undefined],
      ['the margin is wider', fails(40, 200), { renders: 50 }, 20],
      ['the margin is 100', fails(200, 200), { renders: 50 }, 100],
      ['only browsers report failures', { renders: 1_000, reports: 1_000 }, { renders: 50 }, 0],
    ])('a canary stays while %s', async (_what, ofCanary, ofLive, margin) => {
      if (margin !== undefined) await canary('2', margin);
      const before = await remote();
      await count(ofCanary, ofLive);
      expect(await remote()).toEqual(before);
    });

    test.each<readonly [string, Counted, Counted, number | undefined]>([
      ['more than 5 of 100 failed', fails(11, 200), { renders: 50 }, undefined],
      ['the difference to the live release exceeds the margin', fails(13, 200), fails(3, 300), undefined],
      ['one failed and the margin is 0', fails(1, 1_000), fails(0, 50), 0],
    ])('a canary is ended when %s', async (_what, ofCanary, ofLive, margin) => {
      if (margin !== undefined) await canary('2', margin);
      await count(ofCanary, ofLive);
      expect(await isCanary()).toBe(false);
      expect((await remote())?.live.version).toBe('1');
    });

    test('the history says that the canary was ended automatically, and by which counts', async () => {
      await count(fails(20, 40), fails(1, 700));
      await count(fails(3, 12), fails(0, 4));
      const [entry] = (await remote())?.history ?? [];
      expect(entry).toMatchObject({
        action: 'canary',
        version: '2',
        percent: 0,
        author: expect.stringContaining('shell'),
        reason: 'went back by itself: at / 23 of 52 pages failed, of 1 beside it 1 of 704; the margin is 5 of 100',
      });
    });

    test('a canary that breaks one pattern of four is ended, however often the others are opened', async () => {
      for (const pattern of ['/', '/search', '/category/:slug']) {
        await count(fails(0, 100_000), { renders: 100_000 }, pattern);
      }
      await count(fails(49, 49), { renders: 500 }, '/post/:slug');
      expect(await isCanary()).toBe(true);
      await count(fails(1, 1), {}, '/post/:slug');
      expect(await isCanary()).toBe(false);
      expect((await remote())?.history[0]?.reason).toContain('at /post/:slug 50 of 50 pages failed');
    });

    test('a canary for all visitors is judged without the live release beside it', async () => {
      await opened().canary(blog('2'), 100, by);
      await count(fails(50, 50), {});
      expect(await isCanary()).toBe(false);
    });

    test('counts of a pattern that the release does not have change nothing', async () => {
      await count(fails(200, 200), { renders: 200 }, '/of-another');
      expect(await opened().readCounts()).toEqual([]);
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
      await count(fails(4, 190), fails(0, 500));
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
