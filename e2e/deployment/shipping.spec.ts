import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { bucketCookie } from '../../shell/registry/testing/bucket-cookie.ts';
import { hydrate } from '../platform/hydrate.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { copyTree } from './copied-tree.ts';
import { type Answer, readAnswer, startReaders } from './readers.ts';
import { remoteCommand } from './remote-command.ts';

const TITLE = 'KI-Lernplattform';
const NEW_NAME = 'KI-Lernplattform, neu';
const NEW_TITLE = `${NEW_NAME} · ${TITLE}`;
const PATHS = ['/', '/suche', '/workshops', '/course-matrix', '/elemente'];

let platform: OwnPlatform;
/** Versions of mf-blog: the live one at the start, and the changed one. */
let before: string;
let after: string;

const remote = (...args: readonly string[]) => remoteCommand(platform, args);

interface PlatformJson {
  readonly remotes: Readonly<Record<string, { readonly version: string }>>;
}
async function versions(): Promise<Record<string, string>> {
  const { remotes } = (await (await fetch(`${platform.url}/platform.json`)).json()) as PlatformJson;
  return Object.fromEntries(Object.entries(remotes).map(([name, { version }]) => [name, version]));
}
async function shellPid(): Promise<number> {
  return JSON.parse(await readFile(path.join(platform.dataDir, 'shell.json'), 'utf8')).pid as number;
}

/** Changes a line in a copy of the tree, as a team would, and publishes the remote to the running platform. */
async function publishChangedBlog(): Promise<string> {
  const copy = await copyTree();
  try {
    await copy.borrowPackages('.', 'shell', 'shared', 'mf-blog');
    await copy.change('mf-blog/src/routes/home/route.ts', 'page === 1 ? site().name', `page === 1 ? '${NEW_NAME}'`);
    const printed = await remoteCommand(platform, ['publish', 'mf-blog'], copy.root);
    return printed.replace(/^hash .*\npublished mf-blog@/, '');
  } finally {
    await copy.remove();
  }
}

test.describe.configure({ mode: 'serial', timeout: 300_000 });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  platform = await startOwnPlatform();
  before = (await versions())['mf-blog'] ?? '';
  after = await publishChangedBlog();
});
test.afterAll(() => platform.stop());

/** Expects rendered HTML, page state and preload hints of one version. */
function expectOneVersion(answer: Answer): void {
  expect(answer).toMatchObject({ status: 200, isWhole: true });
  expect([before, after]).toContain(answer.version);
  if (answer.path === '/') expect(answer.title).toBe(answer.version === after ? NEW_TITLE : TITLE);
  if (answer.path === '/' || answer.path === '/suche') expect(answer.hinted).toEqual([answer.version]);
}

/** The title after a navigation to another page and back, which comes from the code that the browser runs. */
async function titleByBrowser(page: Page): Promise<string> {
  await hydrate(page);
  await page.getByRole('banner').getByRole('link', { name: 'ELEMENTE/KI' }).click();
  await expect(page).toHaveTitle(/^Elemente/);
  await page.getByRole('banner').getByRole('link', { name: 'HOME' }).click();
  await expect(page).not.toHaveTitle(/^Elemente/);
  return page.title();
}

test('A team ships its remote under load and takes it back; nobody else notices', { tag: '@one-generation' }, async ({
  page,
}) => {
  const others = await versions();
  const pid = await shellPid();
  expect(after).not.toBe(before);
  await page.goto(platform.url);
  await expect(page).toHaveTitle(TITLE);

  const readers = startReaders(() => [platform.url], PATHS);
  const aFew = async () => {
    const count = readers.count();
    await expect.poll(readers.count).toBeGreaterThan(count + 25);
  };
  await aFew();
  expect(await remote('promote', `mf-blog@${after}`, '--reason', 'a new title')).toBe(`live mf-blog@${after}`);
  expect(await versions()).toEqual({ ...others, 'mf-blog': after });
  await aFew();
  expect(await titleByBrowser(page)).toBe(TITLE);
  await page.reload();
  await expect(page).toHaveTitle(NEW_TITLE);
  expect(await titleByBrowser(page)).toBe(NEW_TITLE);
  expect(await remote('rollback', 'mf-blog', '--reason', 'the old one was better')).toBe(`live mf-blog@${before}`);
  expect(await versions()).toEqual(others);
  await aFew();

  const answers = await readers.stop();
  for (const answer of answers) expectOneVersion(answer);
  expect(new Set(answers.map(({ version }) => version))).toEqual(new Set([before, after]));
  expect(await shellPid()).toBe(pid);
  await page.reload();
  await expect(page).toHaveTitle(TITLE);
});

test('A team runs a canary for half of the visitors, and each keeps the assigned release', async ({ page }) => {
  const others = await versions();
  expect(await remote('canary', `mf-blog@${after}`, '--percent', '50')).toBe(`canary mf-blog@${after} 50%`);

  // Without a cookie each request is another visitor.
  const first = await Promise.all(Array.from({ length: 40 }, async () => (await fetch(platform.url)).text()));
  const answers = first.map((body) => readAnswer('/', 200, body));
  for (const answer of answers) expectOneVersion(answer);
  expect(new Set(answers.map(({ version }) => version))).toEqual(new Set([before, after]));
  for (const [bucket, title] of [
    [7, NEW_TITLE],
    [93, TITLE],
  ] as const) {
    const [name = '', value = ''] = (await bucketCookie(platform.dataDir, bucket)).split('=');
    await page.context().addCookies([{ name, value, url: platform.url }]);
    for (const address of ['/', '/suche', '/']) await page.goto(platform.url + address);
    await expect(page).toHaveTitle(title);
    expect(await titleByBrowser(page)).toBe(title);
    const told = (await (await page.request.get(`${platform.url}/platform.json`)).json()) as PlatformJson;
    expect(told.remotes['mf-blog']?.version).toBe(title === NEW_TITLE ? after : before);
  }

  expect(await remote('canary', `mf-blog@${after}`, '--percent', '0')).toBe(`canary mf-blog@${after} 0%`);
  const answer = await fetch(platform.url);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await versions()).toEqual(others);
});

test('Readers of a retired remote get 404, and others read on', async ({ page }) => {
  await page.goto(platform.url);
  expect(await remote('retire', 'mf-matrix')).toBe('retired mf-matrix');
  expect((await page.request.get(`${platform.url}/course-matrix`)).status()).toBe(404);
  expect((await page.request.get(`${platform.url}/workshops`)).status()).toBe(200);
  // This tab may still run the code of the retired remote; a new document may not.
  await page.getByRole('banner').getByRole('link', { name: 'COURSE MATRIX' }).click();
  await expect(page).toHaveURL(/\/course-matrix$/);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^(Workshop Program: AI in Adult Education|Seite nicht gefunden)$/);
  await page.reload();
  await expect(heading).toHaveText('Seite nicht gefunden');
});
