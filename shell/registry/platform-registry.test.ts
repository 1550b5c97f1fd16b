import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileRegistry } from './file-registry.ts';
import type { PlatformRegistry } from './platform-registry.ts';
import { by, release } from './testing/release.ts';

let dataDir: string;
let registry: PlatformRegistry;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'deploy-'));
  registry = fileRegistry(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true }));

const blog = (version: string) => release('mf-blog', version, '/');
const state = async () => (await registry.read()).remotes['mf-blog'];
const versions = (releases: readonly { version: string }[] = []) => releases.map(({ version }) => version);

test('the first four remotes keep their slots, further ones come after', async () => {
  await registry.promote(release('mf-events', '1', '/events'), by);
  await registry.promote(release('mf-admin', '1', '/admin/*'), by);
  await registry.promote(release('mf-more', '1', '/more'), by);
  const { remotes } = await registry.read();
  expect([remotes['mf-events']?.slot, remotes['mf-admin']?.slot, remotes['mf-more']?.slot]).toEqual([5, 4, 6]);
});

test('a remote that is about to be live keeps the slot on which it is served', async () => {
  await registry.prepare('mf-events');
  await registry.prepare('mf-more');
  await registry.prepare('mf-never');
  await registry.unprepare('mf-never');
  expect((await registry.read()).coming).toEqual({ 'mf-events': { slot: 5 }, 'mf-more': { slot: 6 } });
  await registry.promote(release('mf-more', '1', '/more'), by);
  await registry.promote(release('mf-events', '1', '/events'), by);
  const { remotes, coming } = await registry.read();
  expect([remotes['mf-events']?.slot, remotes['mf-more']?.slot, coming]).toEqual([5, 6, undefined]);
});

test('promoting makes a version live and remembers what was', async () => {
  await registry.promote(blog('1'), by);
  await registry.promote(blog('2'), { author: 'Ada', reason: 'faster' });
  expect((await state())?.live.version).toBe('2');
  expect(versions((await state())?.previous)).toEqual(['1']);
  expect((await state())?.history).toMatchObject([
    { version: '2', action: 'promote', author: 'Ada', reason: 'faster' },
    { version: '1', action: 'promote' },
  ]);
});

test('promoting what is live already changes nothing', async () => {
  await registry.promote(blog('1'), by);
  const before = await state();
  await registry.promote(blog('1'), by);
  expect(await state()).toEqual(before);
});

test('what stands in for the live version is bounded, and each version stands there once', async () => {
  for (const version of ['1', '2', '3', '4', '5', '6', '7', '3']) await registry.promote(blog(version), by);
  expect(versions((await state())?.previous)).toEqual(['7', '6', '5', '4', '2']);
});

test('a rollback goes back one good version after the other, and never to one that it left', async () => {
  for (const version of ['1', '2', '3']) await registry.promote(blog(version), by);
  expect(await registry.rollback('mf-blog', by)).toBe('2');
  expect(await registry.rollback('mf-blog', by)).toBe('1');
  await expect(registry.rollback('mf-blog', by)).rejects.toThrow('mf-blog has no earlier version than 1');
  await registry.promote(blog('4'), by);
  expect(await registry.rollback('mf-blog', by)).toBe('1');
});

test('a canary stands beside the live version until it is ended', async () => {
  await registry.promote(blog('1'), by);
  await registry.canary(blog('2'), 10, by);
  await registry.canary(blog('2'), 50, by);
  expect(await state()).toMatchObject({ live: { version: '1' }, canary: { percent: 50, release: { version: '2' } } });
  await registry.canary(blog('2'), 0, by);
  expect((await state())?.canary).toBeUndefined();
  expect((await state())?.history.map(({ action, percent }) => [action, percent])).toEqual([
    ['canary', 0],
    ['canary', 50],
    ['canary', 10],
    ['promote', undefined],
  ]);
});

test('promoting, rolling back and retiring end a canary', async () => {
  await registry.promote(blog('1'), by);
  await registry.canary(blog('2'), 10, by);
  await registry.promote(blog('2'), by);
  expect((await state())?.canary).toBeUndefined();
  await registry.canary(blog('3'), 10, by);
  await registry.rollback('mf-blog', by);
  expect(await state()).toMatchObject({ live: { version: '1' } });
  expect((await state())?.canary).toBeUndefined();
  await registry.canary(blog('3'), 10, by);
  await registry.retire('mf-blog', by);
  expect((await registry.read()).retired['mf-blog']?.canary).toBeUndefined();
});

test('what is not live can be no canary, and what is live for all neither', async () => {
  await expect(registry.canary(blog('1'), 10, by)).rejects.toThrow('mf-blog was never live');
  await registry.promote(blog('1'), by);
  await expect(registry.canary(blog('1'), 10, by)).rejects.toThrow('mf-blog@1 is live for everybody already');
  await expect(registry.canary(blog('2'), 0, by)).rejects.toThrow('mf-blog@2 is no canary');
});

test('a canary may claim no address of another remote either', async () => {
  await registry.promote(blog('1'), by);
  await registry.promote(release('mf-events', '1', '/events'), by);
  await expect(registry.canary(release('mf-events', '2', '/events', '/'), 10, by)).rejects.toThrow('mf-blog');
});

test('a retired remote is out until it is promoted again, with its history', async () => {
  await registry.promote(blog('1'), by);
  await registry.retire('mf-blog', by);
  await expect(registry.retire('mf-blog', by)).rejects.toThrow('mf-blog is retired');
  await expect(registry.rollback('mf-blog', by)).rejects.toThrow('mf-blog is retired');
  expect(await state()).toBeUndefined();
  await registry.promote(blog('1'), by);
  expect((await state())?.slot).toBe(1);
  expect((await state())?.history.map(({ action }) => action)).toEqual(['promote', 'retire', 'promote']);
  expect((await registry.read()).retired).toEqual({});
});

test('the addresses of a retired remote are free', async () => {
  await registry.promote(release('mf-events', '1', '/events'), by);
  await registry.retire('mf-events', by);
  await registry.promote(release('mf-more', '1', '/events'), by);
  await expect(registry.promote(release('mf-events', '1', '/events'), by)).rejects.toThrow('mf-more');
});
