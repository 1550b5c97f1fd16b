import { describe, expect, test } from 'vitest';
import { FIRST_REMOTES } from '../addresses.ts';
import type { By, Canary, PlatformRegistry } from '../registry.ts';
import type { Release } from '../schema.ts';
import { by, release } from './release.ts';

/** Transitions of a registry. `opened` gives the one of the running test, empty at its beginning. */
export const describeTransitions = (opened: () => PlatformRegistry) =>
  describe('transitions', () => {
    const promote = async (given: Release, why: By) => {
      await opened().publish(given);
      await opened().promote(given, why);
    };
    const canary = async (given: Release, percent: number, why: Canary) => {
      await opened().publish(given);
      await opened().canary(given, percent, why);
    };
    const blog = (version: string) => release('mf-blog', version, '/');
    const state = async () => (await opened().read()).remotes['mf-blog'];
    const versions = (releases: readonly { version: string }[] = []) => releases.map(({ version }) => version);

    test('the first four remotes keep their port offsets, further ones come after', async () => {
      for (const name of [...FIRST_REMOTES].reverse()) await promote(release(name, '1', `/${name}`), by);
      for (const name of ['mf-events', 'mf-more']) await promote(release(name, '1', `/${name}`), by);
      const { remotes } = await opened().read();
      const offsets = [...FIRST_REMOTES, 'mf-events', 'mf-more'].map((name) => remotes[name]?.portOffset);
      expect(offsets).toEqual([1, 2, 3, 4, 5, 6]);
    });

    test('a remote that is about to be live keeps the port offset on which it is served', async () => {
      await opened().reserve('mf-events');
      await opened().reserve('mf-more');
      await opened().reserve('mf-never');
      await opened().releaseReservation('mf-never');
      expect((await opened().read()).pending).toEqual({ 'mf-events': 5, 'mf-more': 6 });
      await promote(release('mf-more', '1', '/more'), by);
      await promote(release('mf-events', '1', '/events'), by);
      const { remotes, pending } = await opened().read();
      expect([remotes['mf-events']?.portOffset, remotes['mf-more']?.portOffset, pending]).toEqual([5, 6, {}]);
    });

    test('promoting makes a version live, once, and keeps the one before for a rollback', async () => {
      await promote(blog('1'), by);
      for (const _time of ['first', 'second']) await promote(blog('2'), { author: 'Ada', reason: 'faster' });
      expect((await state())?.live.version).toBe('2');
      expect(versions((await state())?.previous)).toEqual(['1']);
      expect((await state())?.history).toMatchObject([
        { version: '2', action: 'promote', author: expect.stringContaining('Ada'), reason: 'faster' },
        { version: '1', action: 'promote' },
      ]);
    });

    test('the versions to roll back to are at most five, each listed once', async () => {
      for (const version of ['1', '2', '3', '4', '5', '6', '7', '3']) await promote(blog(version), by);
      expect(versions((await state())?.previous)).toEqual(['7', '6', '5', '4', '2']);
    });

    test('each rollback goes one version further back, and never to one that a rollback has left', async () => {
      for (const version of ['1', '2', '3']) await promote(blog(version), by);
      expect(await opened().rollback('mf-blog', by)).toBe('2');
      expect(await opened().rollback('mf-blog', by)).toBe('1');
      await expect(opened().rollback('mf-blog', by)).rejects.toThrow('mf-blog has no earlier version than 1');
      await promote(blog('4'), by);
      expect(await opened().rollback('mf-blog', by)).toBe('1');
    });

    test('a canary beside the live version keeps its start and margin when its share changes; another is a new one', async () => {
      await promote(blog('1'), by);
      await canary(blog('2'), 10, by);
      const first = (await state())?.canary;
      expect(first).toMatchObject({ margin: 5, since: expect.stringMatching(/Z$/) });
      expect((await state())?.live.version).toBe('1');
      await canary(blog('2'), 50, { ...by, margin: 0 });
      await canary(blog('2'), 60, by);
      expect((await state())?.canary).toEqual({ ...first, percent: 60, margin: 0 });
      await canary(blog('2'), 0, by);
      expect((await state())?.canary).toBeUndefined();
      const percents = (await state())?.history.map(({ action, percent }) => `${action} ${percent ?? ''}`);
      expect(percents).toEqual(['canary 0', 'canary 60', 'canary 50', 'canary 10', 'promote ']);
      await canary(blog('3'), 10, by);
      expect((await state())?.canary).toMatchObject({ release: { version: '3' }, margin: 5 });
      expect((await state())?.canary?.since).not.toBe(first?.since);
    });

    test('promoting, rolling back and retiring end a canary', async () => {
      await promote(blog('1'), by);
      await canary(blog('2'), 10, by);
      await promote(blog('2'), by);
      expect((await state())?.canary).toBeUndefined();
      await canary(blog('3'), 10, by);
      await opened().rollback('mf-blog', by);
      expect(await state()).toMatchObject({ live: { version: '1' } });
      expect((await state())?.canary).toBeUndefined();
      await canary(blog('3'), 10, by);
      await opened().retire('mf-blog', by);
      expect((await opened().read()).retired['mf-blog']?.canary).toBeUndefined();
    });

    test('a remote that was never live and a version that is live can have no canary', async () => {
      await expect(canary(blog('1'), 10, by)).rejects.toThrow('mf-blog was never live');
      await promote(blog('1'), by);
      await expect(canary(blog('1'), 10, by)).rejects.toThrow('mf-blog@1 is live for everybody already');
      await expect(canary(blog('2'), 0, by)).rejects.toThrow('mf-blog@2 is no canary');
    });

    test('a canary may claim no address of another remote either', async () => {
      await promote(blog('1'), by);
      await promote(release('mf-events', '1', '/events'), by);
      await expect(canary(release('mf-events', '2', '/events', '/'), 10, by)).rejects.toThrow('mf-blog');
    });

    test('a retired remote is out until it is promoted again, with its history', async () => {
      await promote(blog('1'), by);
      await opened().retire('mf-blog', by);
      await expect(opened().retire('mf-blog', by)).rejects.toThrow('mf-blog is retired');
      await expect(opened().rollback('mf-blog', by)).rejects.toThrow('mf-blog is retired');
      expect(await state()).toBeUndefined();
      await promote(blog('1'), by);
      expect((await state())?.portOffset).toBe(1);
      expect((await state())?.history.map(({ action }) => action)).toEqual(['promote', 'retire', 'promote']);
      expect((await opened().read()).retired).toEqual({});
    });

    test('the addresses of a retired remote are free', async () => {
      await promote(release('mf-events', '1', '/events'), by);
      await opened().retire('mf-events', by);
      await promote(release('mf-more', '1', '/events'), by);
      await expect(promote(release('mf-events', '1', '/events'), by)).rejects.toThrow('mf-more');
    });
  });
