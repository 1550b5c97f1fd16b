import type { Page } from '@playwright/test';
import { alive, CODE, comeAlive, openBeforeLife } from './come-alive.ts';
import { holdRequests } from './held-requests.ts';
import { expect, test } from './public-pages.ts';
import { openAsStaff } from './sign-in.ts';

const STARTER = /\/starter\/.*\.js$/;
/** What pages themselves do before they are alive. */
const EARLY = /\/early\/.*\.js$/;

const scriptsOf = (page: Page) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  return scripts;
};
const searchField = (page: Page) => page.getByLabel('Search workshop titles...');
const menu = (page: Page) => page.getByRole('button', { name: 'Menü' });

test('Reader who only reads gets the starter and what a page does early, and a course’s reader the rest when nothing else is to do', async ({
  page,
  publicPages,
}) => {
  const scripts = scriptsOf(page);
  for (const { path, alive: when } of publicPages) {
    if (when === 'loaded') continue;
    scripts.length = 0;
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).hover();
    if (when === 'idle') await alive(page);
    else {
      const early = path === '/course-matrix' ? [EARLY] : [];
      expect(scripts, path).toEqual([STARTER, ...early].map((name) => expect.stringMatching(name)));
      await expect(page.locator('html[data-alive]')).toHaveCount(0);
    }
  }
});

test('Reader keeps what was typed before the page is alive, with the caret, and it filters', async ({ page }) => {
  const release = await holdRequests(page, CODE);
  await page.goto('/course-matrix');
  await searchField(page).pressSequentially('grompts');
  await searchField(page).press('Home');
  await searchField(page).press('Delete');
  await searchField(page).pressSequentially('P');
  await expect(page.locator('html[data-waking]')).toBeAttached();
  release();
  await alive(page);
  await expect(page).toHaveURL(/\?q=Prompts$/);
  await expect(searchField(page)).toHaveValue('Prompts');
  await page.keyboard.type('!');
  await expect(searchField(page)).toHaveValue('P!rompts');
});

test('Reader whose keyboard puts words together gets the word once that was begun before life', async ({ page }) => {
  const keyboard = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  const release = await openBeforeLife(page, '/course-matrix');
  await searchField(page).click();
  await compose('Pro');
  release();
  await alive(page);
  await expect(page).toHaveURL(/\?q=Pro$/);
  await compose('Promp');
  await keyboard.send('Input.insertText', { text: 'Prompt' });
  await expect(page).toHaveURL(/\?q=Prompt$/);
  await expect(searchField(page)).toHaveValue('Prompt');
});

/** 150 ms away, 1.6 Mbit/s: what tools call slow 4G. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Of somebody who types fast. */
const PRESS_MS = 30;

for (const [kind, key] of [
  ['workshops', 'suche'],
  ['online courses', 'suche'],
  ['matrix', 'q'],
] as const) {
  test(`Reader who goes on typing on a slow line while ${kind} come alive loses no letter`, async ({
    page,
    publicPages,
  }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', SLOW);
    await page.goto(publicPages.find((one) => one.kind === kind)?.path ?? '');
    const field = page.getByRole('main').getByRole('searchbox').first();
    await field.focus();
    let typed = '';
    const typeOne = async () => {
      const letter = LETTERS[typed.length % LETTERS.length] ?? '';
      await page.keyboard.press(letter, { delay: PRESS_MS });
      typed += letter;
    };
    while ((await page.locator('html[data-alive]').count()) === 0) await typeOne();
    expect(typed.length).toBeGreaterThan(0);
    for (const _ of LETTERS) await typeOne();
    await expect(field).toHaveValue(typed);
    await expect.poll(() => new URL(page.url()).searchParams.get(key)).toBe(typed);
  });
}

test('Reader’s chip counts while the scripts are on their way, with what was typed before, on a page that does nothing early', async ({
  page,
}) => {
  await page.route(EARLY, (route) => route.abort());
  await holdRequests(page, CODE);
  await page.goto('/course-matrix');
  await searchField(page).pressSequentially('KI');
  const chip = page.getByRole('group', { name: 'Levels' }).getByRole('button').first();
  await chip.click();
  await expect(page).toHaveURL(/q=KI/);
  await expect(page).toHaveURL(/level=/);
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
  await expect(page).toHaveURL(/q=KI/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const times of ['once', 'twice'] as const) {
    test(`Reader’s menu opens that was pressed ${times} before the page is alive`, async ({ page }) => {
      const release = await holdRequests(page, CODE);
      await page.goto('/');
      if (times === 'once') await menu(page).tap();
      else await menu(page).dblclick();
      await expect(page.locator('html[data-waking]')).toBeAttached();
      release();
      await alive(page);
      await expect(menu(page)).toHaveAttribute('aria-expanded', 'true');
      await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toBeVisible();
    });
  }
});

test('Reader can read, search and leave a page whose code is gone, and each use tries again', async ({ page }) => {
  const scripts = scriptsOf(page);
  for (const code of [CODE, EARLY]) await page.route(code, (route) => route.abort());
  await page.goto('/course-matrix');
  for (const attempt of [1, 2]) {
    await page.keyboard.press('Shift');
    await expect.poll(() => scripts.filter((url) => url.includes('/assets/js/index')).length).toBe(attempt);
    await expect(page.locator('html[data-waking]')).toHaveCount(0);
  }
  await searchField(page).fill('Prompt');
  await searchField(page).press('Enter');
  await expect(page).toHaveURL(/\?q=Prompt/);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await page.getByRole('link', { name: 'ONLINE COURSES' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/online-courses');
});

test('Editor sees the link to the staff area on every public page without doing anything', async ({
  page,
  publicPages,
}) => {
  await openAsStaff(page, '/login');
  for (const { kind, path } of publicPages) {
    if (kind === 'login') continue;
    await page.goto(path);
    await expect(page.getByText('ADMIN', { exact: true }), kind).toBeVisible();
  }
});

test('The next document is on its way when a link is pointed at, and not when it is in sight', async ({ page }) => {
  const ahead: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['sec-purpose'] !== undefined) ahead.push(new URL(request.url()).pathname);
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(ahead).toEqual([]);
  await page.getByRole('link', { name: 'COURSE MATRIX' }).hover();
  await expect.poll(() => ahead).toEqual(['/course-matrix']);
  await page.getByRole('link', { name: 'COURSE MATRIX' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Workshop Program' })).toBeVisible();
});

test('Reader’s document has the colours that it shows, and the page all of them once it is alive', async ({ page }) => {
  const colour = (token: string) =>
    page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name), token);
  await page.goto('/elemente');
  expect(await colour('--c-text')).not.toBe('');
  expect(await colour('--c-danger')).toBe('');
  await comeAlive(page);
  expect(await colour('--c-danger')).not.toBe('');
});
