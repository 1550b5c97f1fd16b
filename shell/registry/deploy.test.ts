import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canary, prepare, promote, retire, rollback, unprepare } from './deploy.ts';
import { readRegistry } from './registry-file.ts';
import { by, release } from './testing/release.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'deploy-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const blog = (version: string) => release('mf-blog', version, '/');
const state = async () => (await readRegistry(dataDir)).remotes['mf-blog'];
const versions = (releases: readonly { version: string }[] = []) => releases.map(({ version }) => version);

test('the first four remotes keep their slots, further ones come after', async () => {
  await promote(dataDir, release('mf-events', '1', '/events'), by);
  await promote(dataDir, release('mf-admin', '1', '/admin/*'), by);
  await promote(dataDir, release('mf-more', '1', '/more'), by);
  const { remotes } = await readRegistry(dataDir);
  expect([remotes['mf-events']?.slot, remotes['mf-admin']?.slot, remotes['mf-more']?.slot]).toEqual([5, 4, 6]);
});

test('a remote that is about to be live keeps the slot on which it is served', async () => {
  await prepare(dataDir, 'mf-events');
  await prepare(dataDir, 'mf-more');
  await prepare(dataDir, 'mf-never');
  await unprepare(dataDir, 'mf-never');
  expect((await readRegistry(dataDir)).coming).toEqual({ 'mf-events': { slot: 5 }, 'mf-more': { slot: 6 } });
  await promote(dataDir, release('mf-more', '1', '/more'), by);
  await promote(dataDir, release('mf-events', '1', '/events'), by);
  const { remotes, coming } = await readRegistry(dataDir);
  expect([remotes['mf-events']?.slot, remotes['mf-more']?.slot, coming]).toEqual([5, 6, undefined]);
});

test('promoting makes a version live and remembers what was', async () => {
  await promote(dataDir, blog('1'), by);
  await promote(dataDir, blog('2'), { author: 'Ada', reason: 'faster' });
  expect((await state())?.live.version).toBe('2');
  expect(versions((await state())?.previous)).toEqual(['1']);
  expect((await state())?.history).toMatchObject([
    { version: '2', action: 'promote', author: 'Ada', reason: 'faster' },
    { version: '1', action: 'promote' },
  ]);
});

test('promoting what is live already changes nothing', async () => {
  await promote(dataDir, blog('1'), by);
  const before = await state();
  await promote(dataDir, blog('1'), by);
  expect(await state()).toEqual(before);
});

test('what stands in for the live version is bounded, and each version stands there once', async () => {
  for (const version of ['1', '2', '3', '4', '5', '6', '7', '3']) await promote(dataDir, blog(version), by);
  expect(versions((await state())?.previous)).toEqual(['7', '6', '5', '4', '2']);
});

test('a rollback goes back one good version after the other, and never to one that it left', async () => {
  for (const version of ['1', '2', '3']) await promote(dataDir, blog(version), by);
  expect((await rollback(dataDir, 'mf-blog', by)).version).toBe('2');
  expect((await rollback(dataDir, 'mf-blog', by)).version).toBe('1');
  await expect(rollback(dataDir, 'mf-blog', by)).rejects.toThrow('mf-blog has no earlier version than 1');
  await promote(dataDir, blog('4'), by);
  expect((await rollback(dataDir, 'mf-blog', by)).version).toBe('1');
});

test('a canary stands beside the live version until it is ended', async () => {
  await promote(dataDir, blog('1'), by);
  await canary(dataDir, blog('2'), 10, by);
  await canary(dataDir, blog('2'), 50, by);
  expect(await state()).toMatchObject({ live: { version: '1' }, canary: { percent: 50, release: { version: '2' } } });
  await canary(dataDir, blog('2'), 0, by);
  expect((await state())?.canary).toBeUndefined();
  expect((await state())?.history.map(({ action, percent }) => [action, percent])).toEqual([
    ['canary', 0],
    ['canary', 50],
    ['canary', 10],
    ['promote', undefined],
  ]);
});

test('promoting, rolling back and retiring end a canary', async () => {
  await promote(dataDir, blog('1'), by);
  await canary(dataDir, blog('2'), 10, by);
  await promote(dataDir, blog('2'), by);
  expect((await state())?.canary).toBeUndefined();
  await canary(dataDir, blog('3'), 10, by);
  await rollback(dataDir, 'mf-blog', by);
  expect(await state()).toMatchObject({ live: { version: '1' } });
  expect((await state())?.canary).toBeUndefined();
  await canary(dataDir, blog('3'), 10, by);
  await retire(dataDir, 'mf-blog', by);
  expect((await readRegistry(dataDir)).retired['mf-blog']?.canary).toBeUndefined();
});

test('what is not live can be no canary, and what is live for all neither', async () => {
  await expect(canary(dataDir, blog('1'), 10, by)).rejects.toThrow('mf-blog was never live');
  await promote(dataDir, blog('1'), by);
  await expect(canary(dataDir, blog('1'), 10, by)).rejects.toThrow('mf-blog@1 is live for everybody already');
  await expect(canary(dataDir, blog('2'), 0, by)).rejects.toThrow('mf-blog@2 is no canary');
});

test('a canary may claim no address of another remote either', async () => {
  await promote(dataDir, blog('1'), by);
  await promote(dataDir, release('mf-events', '1', '/events'), by);
  await expect(canary(dataDir, release('mf-events', '2', '/events', '/'), 10, by)).rejects.toThrow('mf-blog');
});

test('a retired remote is out until it is promoted again, with its history', async () => {
  await promote(dataDir, blog('1'), by);
  await retire(dataDir, 'mf-blog', by);
  await expect(retire(dataDir, 'mf-blog', by)).rejects.toThrow('mf-blog is retired');
  await expect(rollback(dataDir, 'mf-blog', by)).rejects.toThrow('mf-blog is retired');
  expect(await state()).toBeUndefined();
  await promote(dataDir, blog('1'), by);
  expect((await state())?.slot).toBe(1);
  expect((await state())?.history.map(({ action }) => action)).toEqual(['promote', 'retire', 'promote']);
  expect((await readRegistry(dataDir)).retired).toEqual({});
});

test('the addresses of a retired remote are free', async () => {
  await promote(dataDir, release('mf-events', '1', '/events'), by);
  await retire(dataDir, 'mf-events', by);
  await promote(dataDir, release('mf-more', '1', '/events'), by);
  await expect(promote(dataDir, release('mf-events', '1', '/events'), by)).rejects.toThrow('mf-more');
});
