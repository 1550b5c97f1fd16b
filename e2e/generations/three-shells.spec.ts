import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { shellService } from '../../scripts/services.ts';
import { findFreePorts } from '../../shared/process/free-port.ts';
import { type Answer, readAnswer } from '../deployment/readers.ts';
import { givenGenerations, previousTree } from './given-generations.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const BY = { author: 'test', reason: 'three shells' };
const PATHS = ['/', '/workshops', '/online-courses', '/course-matrix', '/suche?suche=ki', '/sitemap.xml', '/rss.xml'];
const END = /<\/(?:html|urlset|rss)>\s*$/;
/** Fifty requests a second. */
const EVERY_MS = 20;

const given = givenGenerations();

interface Shell {
  readonly url: string;
  readonly isUp: () => boolean;
  /** Ends it in order and starts that of another tree in its place. */
  readonly exchange: (root: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

async function startShell(root: string, token: string): Promise<Shell> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'one-of-three-'));
  await given.previous.keepRuntime(dataDir);
  const port = await findFreePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const { SUPABASE_URL = '', SUPABASE_PUBLISHABLE_KEY = '' } = given.platform.environment;
  const service = shellService({ port, dataDir }, { url: SUPABASE_URL, key: SUPABASE_PUBLISHABLE_KEY });
  let child: ChildProcess;
  let isUp = false;

  async function start(from: string): Promise<void> {
    child = spawn(
      service.command,
      service.args.map((arg) => arg.replace(ROOT, from)),
      { env: { ...process.env, ...service.env, AUTH_RATE_LIMIT: '0', SHELL_TOKEN: token }, stdio: 'ignore' },
    );
    await expect
      .poll(async () => (await fetch(`${url}/healthz`).catch(() => null))?.ok, { timeout: 60_000 })
      .toBe(true);
    isUp = true;
  }
  /** A load balancer sends nothing more to a shell that is about to end. */
  async function end(signal: NodeJS.Signals): Promise<void> {
    isUp = false;
    child.kill(signal);
    await once(child, 'exit');
  }
  await start(root);
  return {
    url,
    isUp: () => isUp,
    async exchange(next) {
      await end('SIGTERM');
      await start(next);
    },
    async stop() {
      await end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Asks the shells in turn, fifty times a second, as a load balancer does: it leaves out one that does not serve. */
function startReaders(shells: readonly Shell[]) {
  const answers: Promise<Answer>[] = [];
  const timer = setInterval(() => {
    const up = shells.filter((shell) => shell.isUp());
    const shell = up[answers.length % up.length];
    const asked = PATHS[answers.length % PATHS.length] ?? '/';
    if (!shell) return;
    answers.push(
      fetch(shell.url + asked)
        .then(async (response) => {
          const body = await response.text();
          return { ...readAnswer(asked, response.status, body), isWhole: END.test(body) };
        })
        .catch(({ cause }) => ({ ...readAnswer(asked, 0, ''), title: String(cause) })),
    );
  }, EVERY_MS);
  return {
    count: () => answers.length,
    async stop(): Promise<readonly Answer[]> {
      clearInterval(timer);
      return Promise.all(answers);
    },
  };
}

// Beside other suites, two processors are too few for three shells: they refuse what would wait too long.
test('Nothing fails while three shells of two ages are exchanged one after the other', { tag: '@alone' }, async () => {
  test.setTimeout(400_000);
  const { platform } = given;
  const tree = await previousTree(given.previous);
  const now = new Map(Object.entries((await platform.registry.read()).remotes).map(([name, one]) => [name, one.live]));
  await platform.registry.serveAt(platform.url);
  await given.goBack(...now.keys());
  const token = await platform.registry.createToken(null, [], null);
  const shells = await Promise.all([tree.root, tree.root, ROOT].map((root) => startShell(root, token)));
  const [first, second, third] = shells as [Shell, Shell, Shell];
  const readers = startReaders(shells);
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
    await readers.stop().catch(() => undefined);
    for (const shell of shells) await shell.stop();
    await tree.remove();
  }
});
