import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Site } from '@ki/shared/contract/site.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TagVersions } from '../cache/tag-versions.ts';
import { siteRow } from '../testing/site-row.ts';
import { followSite, siteCopy } from './site-source.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'site-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

function source() {
  const applied: Site[] = [];
  const state = { version: '1' as string | null, row: siteRow({ name: 'Eins' }) as unknown, reads: 0 };
  const update = followSite({
    async read() {
      state.reads += 1;
      if (state.row instanceof Error) throw state.row;
      return state.row;
    },
    tagVersions: { current: () => (state.version === null ? null : ({ site: state.version } as TagVersions)) },
    dataDir,
    apply: (site) => void applied.push(site),
  });
  return { state, update, names: () => applied.map(({ name }) => name) };
}

test('the site is read again when its tag has another version, once for requests at the same time', async () => {
  const { state, update, names } = source();
  expect(await Promise.all([update(), update(), update()])).toEqual([true, true, true]);
  await update();
  expect([state.reads, names()]).toEqual([1, ['Eins']]);
  Object.assign(state, { version: '2', row: siteRow({ name: 'Zwei' }) });
  expect(await update()).toBe(true);
  expect([state.reads, names()]).toEqual([2, ['Eins', 'Zwei']]);
});

test('a failed read leaves the last known site in force, says that it may be old, and is repeated', async () => {
  const { state, update, names } = source();
  await update();
  Object.assign(state, { version: '2', row: new Error('gone') });
  expect([await update(), names()]).toEqual([false, ['Eins']]);
  state.row = siteRow({ name: 'Zwei' });
  expect([await update(), names()]).toEqual([true, ['Eins', 'Zwei']]);
});

test('a start without a database applies the copy of the last good site', async () => {
  const before = source();
  await before.update();
  const { state, update, names } = source();
  state.version = null;
  expect([await update(), names(), state.reads]).toEqual([false, ['Eins'], 0]);
});

test('a broken copy is as none', async () => {
  await writeFile(siteCopy(dataDir), '{');
  const { state, update, names } = source();
  state.row = { name: 7 };
  expect([await update(), names()]).toEqual([false, []]);
});

test('a time zone that browsers do not know becomes the default', async () => {
  const { state, update } = source();
  state.row = siteRow({ time_zone: 'Europe/Nirgendwo' });
  const applied: Site[] = [];
  await update();
  await followSite({
    read: async () => state.row,
    tagVersions: { current: () => ({ site: '1' }) as TagVersions },
    dataDir,
    apply: (site) => void applied.push(site),
  })();
  expect(applied[0]?.timeZone).toBe('Europe/Zurich');
});
