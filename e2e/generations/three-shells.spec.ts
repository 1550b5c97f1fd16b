import { expect } from '@playwright/test';
import { pause } from '../../shared/testing/until.ts';
import { ROOT } from '../../shell/build/workspace.ts';
import { type FurtherShell, startFurtherShell } from '../platform/further-shell.ts';
import { previousTree, test } from './given-generations.ts';

const BY = { author: 'test', reason: 'three shells' };
const PATHS = ['/', '/workshops', '/online-courses', '/course-matrix', '/suche?suche=ki', '/sitemap.xml', '/rss.xml'];

/** One reader's response. */
interface Answer {
  readonly path: string;
  readonly status: number;
  /** The document is complete. */
  readonly isWhole: boolean;
  /** The reason for no response. */
  readonly failure?: string;
}

/** At most as many requests as a cold shell has places for: more would wait there, and a shell refuses what waits too long. */
const READERS = 3;
const PAUSE_MS = 60;
const END = /<\/(?:html|urlset|rss)>\s*$/;

async function read(url: string, path: string): Promise<Answer> {
  try {
    const response = await fetch(url + path);
    return { path, status: response.status, isWhole: END.test(await response.text()) };
  } catch (error) {
    return { path, status: 0, isWhole: false, failure: String((error as Error).cause) };
  }
}

/**
 * Three readers, each of whom opens the next page when the last one has arrived, in turn at the shells that are up.
 * A request that fails has status 0.
 */
function startReaders(urls: () => readonly string[], paths: readonly string[]) {
  const answers: Answer[] = [];
  let opened = 0;
  let isReading = true;
  async function readPages(): Promise<void> {
    while (isReading) {
      const [up, paused] = [urls(), pause(PAUSE_MS)];
      const count = opened++;
      const url = up[count % up.length];
      if (url) answers.push(await read(url, paths[count % paths.length] ?? '/'));
      await paused;
    }
  }
  const reading = Array.from({ length: READERS }, readPages);
  return {
    count: () => answers.length,
    async stop(): Promise<readonly Answer[]> {
      isReading = false;
      await Promise.all(reading);
      return answers;
    },
  };
}

// Beside other suites, two processors are too few for three shells: they refuse what would wait too long.
test('Nothing fails while three shells of two ages are exchanged one after the other', { tag: '@alone' }, async ({
  given,
}) => {
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
