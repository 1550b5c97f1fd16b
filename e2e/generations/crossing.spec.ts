import { expect, type Locator, type Page } from '@playwright/test';
import { holdRequests } from '../platform/held-requests.ts';
import { hydrate, hydrated } from '../platform/hydrate.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { addLink, type Generations, test, watch } from './given-generations.ts';

let given: Generations;
test.beforeAll(async ({ given: shared }) => {
  given = shared;
  await given.goBack('mf-matrix');
});

const address = (path: string) => given.platform.url + path;

const open = (page: Page, path: string) => page.goto(address(path));

/** A mark that a document loses when another one takes its place. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window);

const menuLink = (page: Page, path: string) => page.locator(`header a[href="${path}"]`).first();

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('A link to a page of another generation leads to its document, prefetched, on its own React, and back', async ({
  page,
}) => {
  const watched = await watch(page);
  await open(page, '/');
  await hydrate(page);
  const now = await watched.reacts();
  await mark(page);
  const prefetch = page.waitForEvent('request', (request) => request.url().endsWith('/course-matrix'));
  await menuLink(page, '/course-matrix').hover();
  await prefetch;
  await menuLink(page, '/course-matrix').click();
  await expect(heading(page)).toHaveText(/Workshop Program/);
  expect(await isSameDocument(page)).toBe(false);
  await hydrate(page);
  expect([now.length, await watched.reacts()]).toEqual([1, [expect.not.stringMatching(now[0] ?? '')]]);
  await menuLink(page, '/workshops').click();
  await expect(page).toHaveURL(address('/workshops'));
  await page.goBack();
  await expect(heading(page)).toHaveText(/Workshop Program/);
  await page.goBack();
  await expect(page).toHaveURL(address('/'));
  await hydrate(page);
  expect(await watched.reacts()).toEqual(now);
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
  await given.platform.registry.rollback('mf-blog', { author: 'test', reason: '' });
  await given.platform.inForce();
});

async function middleOf(link: Locator): Promise<[number, number]> {
  const { x, y, width, height } = (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2];
}

test('A crossing that is abandoned takes neither the page that follows nor what is typed there, and asks once', async ({
  page,
}) => {
  let questions = 0;
  page.on('dialog', (dialog) => {
    questions += 1;
    void dialog.accept();
  });
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
  expect(questions).toBe(0);
});
