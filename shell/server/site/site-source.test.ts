import { writeFile } from 'node:fs/promises';
import type { Site } from '@ki/shared/contract/site.ts';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { beforeEach, expect, test } from 'vitest';
import type { TagVersions } from '../tags/tag-versions.ts';
import { siteRow } from '../testing/site-row.ts';
import { followSite, siteCopy } from './site-source.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = folderOfTest();
});

function source() {
  const applied: Site[] = [];
  const state = { version: '1' as string | null, row: siteRow({ name: 'Eins' }) as unknown };
  const follow = followSite({
    read: async () => (state.row instanceof Error ? Promise.reject(state.row) : state.row),
    dataDir,
    apply: (site) => void applied.push(site),
  });
  const update = () => follow(state.version === null ? null : ({ site: state.version } as TagVersions));
  return { state, update, applied, names: () => applied.map(({ name }) => name) };
}

test('a failed read leaves the last known site in force, says that it may be old, and is repeated', async () => {
  const { state, update, names } = source();
  expect([await update(), names()]).toEqual([true, ['Eins']]);
  Object.assign(state, { version: '2', row: new Error('gone') });
  expect([await update(), names()]).toEqual([false, ['Eins']]);
  state.row = siteRow({ name: 'Zwei' });
  expect([await update(), names()]).toEqual([true, ['Eins', 'Zwei']]);
});

test('a start without a database applies the copy of the last good site; a broken copy is as none', async () => {
  await source().update();
  for (const known of [['Eins'], []]) {
    const { state, update, names } = source();
    state.version = null;
    expect([await update(), names()]).toEqual([false, known]);
    await writeFile(siteCopy(dataDir), '{');
  }
  const { state, update, names } = source();
  state.row = { name: 7 };
  expect([await update(), names()]).toEqual([false, []]);
});

test('a time zone that browsers do not know becomes the default', async () => {
  const { state, update, applied } = source();
  state.row = siteRow({ time_zone: 'Europe/Nirgendwo' });
  await update();
  expect(applied[0]?.timeZone).toBe('Europe/Zurich');
});
