import { type Browser, expect, type Page, test } from '@playwright/test';
import { findChromiumWithCache } from '../../scripts/testing/browsers.ts';
import { holdRequests } from '../platform/held-requests.ts';
import { hydrate, hydrated } from '../platform/hydrate.ts';
import { openAsStaff, sendSignIn } from '../platform/sign-in.ts';
import { addLink, asksBeforeUnload, givenGenerations, middleOf, type Watched, watch } from './given-generations.ts';

const given = givenGenerations();
test.beforeAll(() => given.goBack('mf-matrix'));

const address = (path: string) => given.platform.url + path;

const open = (page: Page, path: string) => page.goto(address(path));

/** A mark that a document loses when another one takes its place. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window);

const menuLink = (page: Page, path: string) => page.locator(`header a[href="${path}"]`).first();

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('Each page runs on the React of its generation, and on no other', async ({ page }) => {
  const watched = await watch(page);
  const versions = new Map<string, string>();
  for (const path of ['/', '/workshops', '/online-courses', '/course-matrix']) {
    await open(page, path);
    await hydrate(page);
    const [react = '', ...others] = await watched.reacts();
    expect(others).toEqual([]);
    versions.set(path, react);
  }
  expect(versions.get('/')).toBe(versions.get('/workshops'));
  expect(versions.get('/course-matrix')).not.toBe(versions.get('/'));
  expect(watched.errors).toEqual([]);
});

test('A link to a page of another generation leads to its document, prefetched, and back to a hydrated page', async ({
  page,
}) => {
  const watched = await watch(page);
  await open(page, '/');
  await hydrate(page);
  await mark(page);
  const prefetch = page.waitForEvent('request', (request) => request.url().endsWith('/course-matrix'));
  await menuLink(page, '/course-matrix').hover();
  await prefetch;
  await menuLink(page, '/course-matrix').click();
  await expect(heading(page)).toHaveText(/Workshop Program/);
  expect(await isSameDocument(page)).toBe(false);
  await hydrate(page);
  await menuLink(page, '/workshops').click();
  await expect(page).toHaveURL(address('/workshops'));
  await page.goBack();
  await expect(heading(page)).toHaveText(/Workshop Program/);
  await page.goBack();
  await expect(page).toHaveURL(address('/'));
  await hydrate(page);
  expect((await watched.reacts()).length).toBe(1);
  expect(watched.errors).toEqual([]);
});

test('Back over a crossing leads to where the page was scrolled to', async ({ page }) => {
  await open(page, '/');
  await hydrate(page);
  await menuLink(page, '/workshops').click();
  await expect(heading(page)).toHaveText('Workshops');
  const scrolled = () => page.evaluate(() => scrollY);
  const scrollDown = (position: number) => page.evaluate((to) => scrollTo(0, to), position).then(scrolled);
  for (const position of [300, 120]) {
    await expect.poll(() => scrollDown(position)).toBe(position);
    // The pointer would scroll to a link first.
    await (await addLink(page, '/course-matrix')).evaluate((link: HTMLElement) => link.click());
    await expect(heading(page)).toHaveText(/Workshop Program/);
    await page.goBack();
    await expect(heading(page)).toHaveText('Workshops');
    await hydrate(page);
    expect(await scrolled()).toBe(position);
  }
});

test('A tab from before a promotion goes on, and crosses after it', async ({ page }) => {
  const watched = await watch(page);
  await open(page, '/online-courses');
  await hydrate(page);
  await given.goBack('mf-blog');
  try {
    await mark(page);
    await menuLink(page, '/').click();
    await expect(page).toHaveURL(address('/'));
    await page.reload();
    await hydrate(page);
    expect(await watched.reacts()).toHaveLength(1);
    await menuLink(page, '/online-courses').click();
    await expect(page).toHaveURL(address('/online-courses'));
    expect(await isSameDocument(page)).toBe(false);
    // A tab with an older release is told so, and reads for itself.
    expect(watched.errors.filter((error) => !error.includes('409'))).toEqual([]);
  } finally {
    await given.platform.registry.rollback('mf-blog', { author: 'test', reason: '' });
    await given.platform.inForce();
  }
});

test('A form asks once before unsaved input would be lost by a crossing', async ({ page }) => {
  await openAsStaff(page, address('/admin/posts/new'));
  await hydrated(page);
  await page.getByLabel('Title', { exact: true }).fill('Noch nicht gespeichert');
  let questions = 0;
  page.on('dialog', (dialog) => {
    questions += 1;
    void dialog.accept();
  });
  const link = await addLink(page, '/course-matrix');
  await link.click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Noch nicht gespeichert');
  await link.click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(heading(page)).toHaveText(/Workshop Program/);
  expect(questions).toBe(0);
});

test('A crossing that is abandoned takes neither the page that follows nor what is typed there', async ({ page }) => {
  await openAsStaff(page, address('/admin'));
  await hydrated(page);
  const newPost = await middleOf(page.getByRole('link', { name: 'New Post' }).first());
  const matrix = await middleOf(await addLink(page, '/course-matrix'));
  const release = await holdRequests(page, address('/course-matrix'));
  const asked = page.waitForRequest(address('/course-matrix'));
  // The browser answers no question about the page while it waits for a document: the pointer alone works.
  await page.mouse.click(...matrix);
  const request = await asked;
  const stopped = page.waitForEvent('requestfailed', { predicate: (failed) => failed === request, timeout: 20_000 });
  await page.mouse.click(...newPost);
  await stopped;
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('Noch nicht gespeichert');
  release();
  const link = await addLink(page, '/course-matrix');
  await link.click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(title).toHaveValue('Noch nicht gespeichert');
  await link.click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(heading(page)).toHaveText(/Workshop Program/);
});

test('A page that comes back alive from the back-forward cache goes on, and crosses again', async ({
  playwright,
  launchOptions,
}) => {
  const executablePath = await findChromiumWithCache();
  test.skip(executablePath === undefined, 'no Chromium with a back-forward cache');
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  const browser = await playwright.chromium.launch({ ...launchOptions, executablePath, ignoreDefaultArgs });
  try {
    const page = await browser.newPage();
    await page.addInitScript(() =>
      addEventListener('pageshow', ({ persisted }) => Object.assign(window, { isRestored: persisted })),
    );
    await open(page, '/');
    await hydrate(page);
    await mark(page);
    await menuLink(page, '/course-matrix').click();
    await expect(heading(page)).toHaveText(/Workshop Program/);
    await page.goBack({ waitUntil: 'commit' });
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'isRestored'))).toBe(true);
    await hydrated(page);
    expect(await asksBeforeUnload(page)).toBe(true);
    await menuLink(page, '/workshops').click();
    await expect(page).toHaveURL(address('/workshops'));
    expect(await isSameDocument(page)).toBe(true);
    await menuLink(page, '/course-matrix').click();
    await expect(heading(page)).toHaveText(/Workshop Program/);
    expect(await isSameDocument(page)).toBe(false);
  } finally {
    await browser.close();
  }
});

/** Signs in on the open login page, goes back to the page before it, and resolves with the React of the admin. */
async function signInToAdmin(page: Page, { reacts }: Watched, before: string): Promise<readonly string[]> {
  await sendSignIn(page);
  await page.waitForURL(address('/admin'));
  await hydrated(page);
  await expect(heading(page)).toBeVisible();
  const found = await reacts();
  await page.goBack();
  await expect(page).toHaveURL(address(before));
  return found;
}

const newPage = async (browser: Browser) => (await browser.newContext()).newPage();

test('Signing in leads to the admin of the other generation in place of the login page', async ({ browser }) => {
  const page = await newPage(browser);
  const watched = await watch(page);
  await open(page, '/course-matrix');
  await hydrate(page);
  const [older] = await watched.reacts();
  await (await addLink(page, '/login')).click();
  expect(await signInToAdmin(page, watched, '/course-matrix')).toEqual([expect.not.stringMatching(older ?? '')]);
  await given.goBack('mf-admin');
  try {
    const other = await newPage(browser);
    const watchedOther = await watch(other);
    await open(other, '/');
    await open(other, '/login');
    expect(await signInToAdmin(other, watchedOther, '/')).toEqual([older]);
    expect([...watched.errors, ...watchedOther.errors]).toEqual([]);
  } finally {
    await given.platform.registry.rollback('mf-admin', { author: 'test', reason: '' });
    await given.platform.inForce();
  }
});
