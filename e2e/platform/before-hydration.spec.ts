import type { Page } from '@playwright/test';
import { complaintsOf } from './first-view.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './held-requests.ts';
import { CODE, hydrate, hydrated, openBeforeHydration } from './hydrate.ts';
import { openAsStaff } from './sign-in.ts';

const HYDRATION_LOADER = /\/hydration-loader\/.*\.js$/;
/** Pages with a pre-hydration script. */
const PRE_HYDRATION = /\/pre-hydration\/.*\.js$/;

const scriptsOf = (page: Page) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  return scripts;
};
const searchField = (page: Page) => page.getByLabel('Search workshop titles...');
const menu = (page: Page) => page.getByRole('button', { name: 'Menü' });

test('Reader can begin a word with an input method before hydration, and gets it once', async ({ page }) => {
  const keyboard = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  const release = await openBeforeHydration(page, '/course-matrix');
  await searchField(page).click();
  await compose('Pro');
  release();
  await hydrated(page);
  await expect(page).toHaveURL(/\?suche=Pro$/);
  await compose('Promp');
  await keyboard.send('Input.insertText', { text: 'Prompt' });
  await expect(page).toHaveURL(/\?suche=Prompt$/);
  await expect(searchField(page)).toHaveValue('Prompt');
});

test('Reader who goes back before the loader of a reloaded page runs gets the earlier page', async ({ page }) => {
  await page.goto('/workshops');
  await hydrate(page);
  await page.getByRole('banner').getByRole('link', { name: 'ELEMENTE/KI' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Elemente/KI');
  const release = await holdRequests(page, HYDRATION_LOADER);
  await page.reload({ waitUntil: 'commit' });
  await expect(heading).toHaveText('Elemente/KI');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/workshops$/);
  release();
  await expect(heading).not.toHaveText('Elemente/KI');
  await expect(page.getByRole('heading', { level: 1, name: 'Workshops' })).toBeVisible();
  await expect(page).toHaveURL(/workshops$/);
});

/** Slow 4G: a latency of 150 ms and 1.6 Mbit/s. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** The pause between two keys of a fast typist. */
const PRESS_MS = 30;

for (const path of ['/workshops', '/course-matrix']) {
  test(`Reader who goes on typing on a slow line while ${path} hydrates loses no letter`, async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', SLOW);
    await page.goto(path);
    const field = page.getByRole('main').getByRole('searchbox').first();
    await field.focus();
    let typed = '';
    const typeOne = async () => {
      const letter = LETTERS[typed.length % LETTERS.length] ?? '';
      await page.keyboard.press(letter, { delay: PRESS_MS });
      typed += letter;
    };
    while ((await page.locator('html[data-hydrated]').count()) === 0) await typeOne();
    expect(typed.length).toBeGreaterThan(0);
    for (const _ of LETTERS) await typeOne();
    await expect(field).toHaveValue(typed);
    await expect.poll(() => new URL(page.url()).searchParams.get('suche')).toBe(typed);
  });
}

test('Reader can press a chip before the code is loaded, without a pre-hydration script, and keeps what was typed', async ({
  page,
}) => {
  await page.route(PRE_HYDRATION, (route) => route.abort());
  await holdRequests(page, CODE);
  await page.goto('/course-matrix');
  await searchField(page).pressSequentially('KI');
  const chip = page.getByRole('group', { name: 'Levels' }).getByRole('button').first();
  await chip.click();
  await expect(page).toHaveURL(/suche=KI/);
  await expect(page).toHaveURL(/stufe=/);
  await expect(searchField(page)).toHaveValue('KI');
  await expect(page.getByRole('group', { name: 'Levels' }).getByRole('button', { pressed: true })).toHaveCount(1);
});

test('Reader who opens a workshop over a text that was typed keeps the text', async ({ page }) => {
  const release = await holdRequests(page, CODE);
  await page.goto('/course-matrix');
  await searchField(page).pressSequentially('KI');
  await page.getByRole('main').getByRole('article').getByRole('link').first().click();
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(searchField(page)).toHaveValue('KI');
  await expect(page).toHaveURL(/suche=KI/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('Reader can press the menu button twice before the page is hydrated, and the menu opens', async ({ page }) => {
    const release = await holdRequests(page, CODE);
    await page.goto('/');
    await menu(page).dblclick();
    await expect(page.locator('html[data-hydrating]')).toBeAttached();
    release();
    await hydrated(page);
    await expect(menu(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toBeVisible();
  });

  test('The code of a page is on its way when a finger touches a control, before it is lifted', async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' });
    const { x = 0, y = 0, width = 0, height = 0 } = (await menu(page).boundingBox()) ?? {};
    const finger = await page.context().newCDPSession(page);
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await hydrated(page);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(menu(page)).toHaveAttribute('aria-expanded', 'true');
  });
});

test('Reader can read, search and leave a page whose code is gone, and each use tries again', {
  tag: '@smoke',
}, async ({ page }) => {
  const scripts = scriptsOf(page);
  for (const code of [CODE, PRE_HYDRATION]) await page.route(code, (route) => route.abort());
  await page.goto('/course-matrix');
  for (const attempt of [1, 2]) {
    await page.keyboard.press('Shift');
    await expect.poll(() => scripts.filter((url) => /\/assets\/\d+\/js\/index/.test(url)).length).toBe(attempt);
    await expect(page.locator('html[data-hydrating]')).toHaveCount(0);
  }
  await searchField(page).fill('Prompt');
  await searchField(page).press('Enter');
  await expect(page).toHaveURL(/\?suche=Prompt/);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await page.getByRole('link', { name: 'ONLINE COURSES' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/online-courses');
});

test('Editor sees the link to the staff area on a public page, however it is hydrated, without doing anything', async ({
  page,
  publicPages,
}) => {
  await openAsStaff(page, '/admin');
  for (const kind of ['home', 'course', 'workshop']) {
    await page.goto(publicPages.find((one) => one.kind === kind)?.path ?? '');
    await expect(page.getByText('ADMIN', { exact: true }), kind).toBeVisible();
  }
});

test('The next document is on its way when a link is pointed at, and the code of a page when a control is', async ({
  page,
}) => {
  const scripts = scriptsOf(page);
  const ahead: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['sec-purpose'] !== undefined) ahead.push(new URL(request.url()).pathname);
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 400);
  await page.getByRole('heading', { level: 2 }).first().hover();
  expect(scripts).toEqual([expect.stringMatching(HYDRATION_LOADER)]);
  expect(ahead).toEqual([]);
  await page.getByRole('link', { name: 'COURSE MATRIX' }).hover();
  await expect.poll(() => ahead).toEqual(['/course-matrix']);
  await page.getByRole('button', { name: '0 Likes' }).hover();
  await hydrated(page);
});

for (const [address, script] of [
  ['/?utm_source=a', 'page-blog-home.js'],
  ['/course-matrix?utm_source=a&ansicht=matrix', 'page-matrix-page.js'],
] as const) {
  test(`${address} takes one script of its remote, and without it the entry with its chunks`, async ({ page }) => {
    const complaints = await complaintsOf(page);
    const scripts = scriptsOf(page);
    const ofRemote = () => scripts.map((url) => /\/web\/(?!pre-hydration)(.*)$/.exec(url)?.[1]).filter(Boolean);
    await page.goto(address);
    await hydrate(page);
    expect(ofRemote()).toEqual([script]);
    await expect(page).toHaveURL(address);
    expect(complaints).toEqual([]);

    await page.route(`**/web/${script}`, (route) => route.abort());
    await page.reload();
    await hydrate(page);
    expect(ofRemote()).toContain('remoteEntry.js');
  });
}
