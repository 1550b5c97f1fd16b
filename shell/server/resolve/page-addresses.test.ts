import { expect, test } from 'vitest';
import type { TagVersions } from '../tags/tag-versions.ts';
import { silentConsole } from '../testing/temporary.ts';
import { followPageAddresses } from './page-addresses.ts';

test('the addresses follow their tag, and a failed read leaves the last ones in force', async () => {
  silentConsole();
  let [version, slugs] = ['1', 'wrong' as unknown];
  const { current, update } = followPageAddresses({
    read: async () => slugs,
    tagVersions: { current: () => ({ pages: version }) as TagVersions },
  });
  const found = (...paths: readonly string[]) => paths.map((path) => current()?.has(path));
  await update();
  expect(current()).toBeNull();
  slugs = ['impressum'];
  await update();
  expect(found('/impressum', '/elemente', '/ki-auf-dieser-website', '/nirgends')).toEqual([true, true, true, false]);
  version = '2';
  slugs = 'wrong';
  await update();
  expect(found('/impressum')).toEqual([true]);
  slugs = ['datenschutz'];
  await update();
  expect(found('/impressum', '/datenschutz')).toEqual([false, true]);
});
