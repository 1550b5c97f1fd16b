import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, type CDPSession, chromium, expect, type Page, test } from '@playwright/test';
import { browserArgs } from '../../shared/process/chromium.ts';
import { build } from '../../shell/build/build.ts';
import { ROOT } from '../../shell/build/workspace.ts';
import { FIRST_REMOTES } from '../../shell/registry/addresses.ts';
import { hashesOfBuild } from '../../shell/registry/store/content.ts';
import { complaintsOf } from '../platform/first-view.ts';
import { hydrate } from '../platform/hydrate.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { type CopiedTree, copyTree } from './copied-tree.ts';

const TITLE = 'KI-Lernplattform';
const NEW_NAME = 'KI-Lernplattform, neu';
const NEW_SKIP_LINK = 'Direkt zum Inhalt springen';
/** Bytes of a returning visitor's scripts; all of them have 137,000. */
const BUDGET = 10_000;

// Each test finds tree and platform as the one before left them.
test.describe.configure({ mode: 'serial' });

let platform: OwnPlatform;
let tree: CopiedTree;
let profile: string;
let browser: BrowserContext | undefined;

const NODE = path.join(ROOT, 'node_modules', '.bin', 'node');

/** Runs a program in the changed tree. */
const run = (program: string, ...args: readonly string[]) => promisify(execFile)(program, args, { cwd: tree.root });

/** Runs `pnpm remote` of a tree on the platform, and waits until its shell has the change. */
async function remoteCommand(args: readonly string[], root = ROOT): Promise<string> {
  const options = { cwd: root, env: { ...process.env, ...platform.environment } };
  const { stdout } = await promisify(execFile)(NODE, ['shell/cli/remote.ts', ...args], options);
  await platform.inForce();
  return stdout.trim();
}

/** Publishes a remote of the changed tree, and returns its version. */
async function publish(remote: string): Promise<string> {
  const printed = await remoteCommand(['publish', remote], tree.root);
  const [, version = ''] = /^hash [0-9a-f]{64}\npublished (mf-\w+@1\.0\.0-[0-9a-f]{32})$/.exec(printed) ?? [];
  expect(version, printed).not.toBe('');
  return version;
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  platform = await startOwnPlatform();
  tree = await copyTree();
  // Borrowed packages would have other paths, and with them modules other ids.
  await run(process.execPath, 'scripts/bootstrap.mjs', 'install');
  profile = await mkdtemp(path.join(tmpdir(), 'profile-'));
});
test.afterAll(async () => {
  await browser?.close();
  await platform?.stop();
  await tree?.remove();
  await rm(profile, { recursive: true, force: true });
});

interface Script {
  readonly path: string;
  readonly encoding: string | null;
  /** On the wire, with headers. */
  readonly bytes: number;
}

/** The scripts that come over the network. */
async function watchScripts(devtools: CDPSession): Promise<readonly Script[]> {
  const scripts: Script[] = [];
  const known = new Map<string, Omit<Script, 'bytes'>>();
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script' || response.fromDiskCache) return;
    const encoding = new Headers(response.headers).get('content-encoding');
    known.set(requestId, { path: new URL(response.url).pathname, encoding });
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = known.get(requestId);
    if (script) scripts.push({ ...script, bytes: encodedDataLength });
  });
  await devtools.send('Network.enable');
  return scripts;
}

interface Visit {
  readonly scripts: readonly Script[];
  readonly complaints: readonly string[];
}

/** Starts the browser with the visitor's profile, and uses the home page. */
async function visit(look: (page: Page) => Promise<void>): Promise<Visit> {
  const options = { executablePath: process.env.E2E_BROWSER, args: browserArgs(), locale: 'de-CH' };
  browser = await chromium.launchPersistentContext(profile, options);
  const page = await browser.newPage();
  const complaints = await complaintsOf(page);
  const scripts = await watchScripts(await browser.newCDPSession(page));
  await page.goto(platform.url);
  await hydrate(page);
  await page.waitForLoadState('networkidle');
  const loaded = [...scripts];
  await look(page);
  await browser.close();
  return { scripts: loaded, complaints };
}

const total = ({ scripts }: Visit) => scripts.reduce((sum, { bytes }) => sum + bytes, 0);
const encodings = ({ scripts }: Visit) =>
  scripts.map(({ path: at, encoding }) => `${path.basename(at).split('.')[0]} ${encoding}`).sort();

/** The title after a navigation in the page, which comes from the code that the browser runs. */
async function expectTitle(page: Page, title: string): Promise<void> {
  const banner = page.getByRole('banner');
  await banner.getByRole('link', { name: 'ELEMENTE/KI' }).click();
  await expect(page).toHaveTitle(/^Elemente/);
  await banner.getByRole('link', { name: 'HOME' }).click();
  await expect(page).toHaveTitle(title);
}

test('Two checkouts in different folders build the same files, so that shells built apart share their scripts', async () => {
  test.setTimeout(300_000);
  /** Hashes by file: names of browser files contain hashes, too. */
  const builtIn = (root: string, app: string) =>
    build(root, app, async ({ dist }) => Object.fromEntries(await hashesOfBuild(dist)));
  for (const app of ['shell', ...FIRST_REMOTES])
    expect(await builtIn(tree.root, app), app).toEqual(await builtIn(ROOT, app));
});

test('Reader who comes back after a release loads what changed in its scripts', async () => {
  test.setTimeout(300_000);
  const first = await visit((page) => expectTitle(page, TITLE));
  const shell = ['index br', 'react-dom br', 'router br'];
  expect(encodings(first)).toEqual(['index br', 'page-blog-home br', ...shell].sort());
  expect(total(first)).toBeGreaterThan(10 * BUDGET);

  await tree.change('mf-blog/src/routes/home/route.ts', 'page === 1 ? site().name', `page === 1 ? '${NEW_NAME}'`);
  await remoteCommand(['promote', await publish('mf-blog')]);
  const second = await visit((page) => expectTitle(page, `${NEW_NAME} · ${TITLE}`));
  expect(encodings(second)).toEqual(['page-blog-home dcz']);

  await tree.change('shell/src/layout/frame.tsx', 'Zum Inhalt springen', NEW_SKIP_LINK);
  await run(NODE, 'shell/build/build-shell.ts');
  await platform.deployShell(tree.root);
  const third = await visit((page) => expect(page.getByRole('link', { name: NEW_SKIP_LINK })).toBeAttached());
  expect(encodings(third)).toContain('index dcz');
  expect(new Set(third.scripts.map(({ encoding }) => encoding))).toEqual(new Set(['dcz']));
  expect(total(second) + total(third)).toBeLessThan(BUDGET);
  const description = `${total(first)} bytes; after a remote's release ${total(second)}, a shell's ${total(third)}`;
  test.info().annotations.push({ type: 'figures', description });
  expect([first, second, third].flatMap(({ complaints }) => complaints)).toEqual([]);
});

test('Team makes a remote from the template, ships it without touching another, and takes it away', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const address = `${platform.url}/events`;
  expect((await page.request.get(address)).status()).toBe(404);
  expect(await remoteCommand(['new', 'mf-events'], tree.root)).toBe('created mf-events');
  const version = await publish('mf-events');
  const [live] = await Promise.all([remoteCommand(['promote', version]), platform.release('mf-events')]);
  expect(live).toBe(`live ${version}`);
  expect(await (await page.request.get(address)).text()).toMatch(/<h1[^>]*>Events<\/h1>.*<li>/s);

  await page.goto(address);
  const heading = page.getByRole('heading', { level: 1, name: 'Events' });
  await expect(heading).toBeVisible();
  await hydrate(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('banner').getByRole('link', { name: 'HOME' }).click();
  await expect(heading).toBeHidden();
  await page.goBack();
  await expect(heading).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);

  expect(await remoteCommand(['retire', 'mf-events'])).toBe('retired mf-events');
  expect((await page.goto(address))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeHidden();
});
