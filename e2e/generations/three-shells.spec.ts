import { expect, test } from '@playwright/test';
import { ROOT } from '../../shell/build/workspace.ts';
import { type FurtherShell, startFurtherShell } from '../platform/further-shell.ts';
import { givenGenerations, previousTree } from './given-generations.ts';
import { startReaders } from './readers.ts';

const BY = { author: 'test', reason: 'three shells' };
const PATHS = ['/', '/workshops', '/online-courses', '/course-matrix', '/suche?suche=ki', '/sitemap.xml', '/rss.xml'];

const given = givenGenerations();

// Beside other suites, two processors are too few for three shells: they refuse what would wait too long.
test('Nothing fails while three shells of two ages are exchanged one after the other', { tag: '@alone' }, async () => {
  test.setTimeout(400_000);
  const { platform } = given;
  const tree = await previousTree(given.previous);
  const now = new Map(Object.entries((await platform.registry.read()).remotes).map(([name, one]) => [name, one.live]));
  await platform.registry.serveAt(platform.url);
  await given.goBack(...now.keys());
  const token = await platform.registry.createToken(null, [], null);
  const { SUPABASE_URL: url = '', SUPABASE_PUBLISHABLE_KEY: key = '' } = platform.environment;
  const [supabase, prepare] = [{ url, key }, given.previous.keepRuntime];
  const shells = await Promise.all(
    [tree.root, tree.root, ROOT].map((root) => startFurtherShell({ root, token, supabase, prepare })),
  );
  const [first, second, third] = shells as [FurtherShell, FurtherShell, FurtherShell];
  const readers = startReaders(() => shells.filter((shell) => shell.isUp()).map(({ url }) => url), PATHS);
  /** A few seconds of reading between two changes. */
  const readOn = async () => {
    const from = readers.count();
    await expect.poll(() => readers.count(), { timeout: 60_000 }).toBeGreaterThan(from + 150);
  };
  const promote = async (name: string) => {
    const release = now.get(name);
    if (release) await platform.registry.promote(release, BY);
    await readOn();
  };
  try {
    await readOn();
    await first.exchange(ROOT);
    await promote('mf-matrix');
    await second.exchange(ROOT);
    await promote('mf-blog');
    await third.exchange(tree.root);
    await promote('mf-learning');
    await third.exchange(ROOT);
    await readOn();
    const answers = await readers.stop();
    expect(answers.filter(({ status, isWhole }) => status !== 200 || !isWhole)).toEqual([]);
    expect(answers.length).toBeGreaterThan(900);
  } finally {
    await readers.stop();
    for (const shell of shells) await shell.stop();
    await tree.remove();
  }
});
