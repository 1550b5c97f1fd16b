import type { Page } from '@playwright/test';
import { expectAccessible, LOOKS } from '../accessibility.ts';
import { movedByTheRest } from './cut-page.ts';
import { watchFirstView } from './first-view.ts';
import { expect, test } from './fixtures.ts';
import { hydrated, hydrateUnnoticed } from './hydrate.ts';
import { otherHosts } from './other-hosts.ts';
import type { PublicPage } from './public-pages.ts';

const WIDTHS = [1280, 390];

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const dialogOf = (page: Page) => page.getByRole('dialog');

async function closeDialog(page: Page): Promise<void> {
  await expect(dialogOf(page).getByRole('heading', { level: 2 })).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'Schliessen' }).click();
  await expect(dialogOf(page)).toBeHidden();
}

/** Pages share one header, so that a page without and those with a dialog over it are enough. */
const showsHeader = ({ kind, dialog }: PublicPage) => dialog || kind === 'home';

async function searchFromHere(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Suche' }).click();
  await page.getByRole('searchbox', { name: 'Suchbegriff' }).fill('prüfung');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/suche=pr/);
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
}

/** Runs in a page: scrolls through it, so that lazy pictures and frames load, and returns hosts that links prepare for. */
async function scrollThrough(): Promise<string[]> {
  for (let at = 0; at < document.body.scrollHeight; at += innerHeight) {
    scrollTo(0, at);
    await new Promise(requestAnimationFrame);
  }
  const links = document.querySelectorAll<HTMLLinkElement>(
    'link:is([rel~=preconnect], [rel~=dns-prefetch], [rel~=preload], [rel~=prefetch])',
  );
  return [...links].map(({ href }) => new URL(href).hostname).filter((host) => host !== location.hostname);
}

const HYDRATION_LOADER = expect.stringMatching(/\/hydration-loader\/.*\.js$/);
const PRE_HYDRATION = expect.stringMatching(/\/pre-hydration\/.*\.js$/);

test(
  'Reader opens every public page and gets its content, little code, no error, no shift, no barrier and no other host',
  {
    tag: ['@pages', '@crossing'],
  },
  async ({ page, publicPages }, { project }) => {
    test.setTimeout(300_000);
    const isBefore = project.name === 'crossing';
    const { complaints, shifts } = await watchFirstView(page);
    const hosts = otherHosts(page);
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    for (const [index, { kind, path, content, status, hydrates, dialog }] of publicPages.entries()) {
      await test.step(kind, async () => {
        scripts.length = 0;
        const response = await page.goto(path, { waitUntil: 'networkidle' });
        expect(response?.status()).toBe(status);
        expect(await response?.text()).toContain(content);
        // The generation before loads more of its code at once.
        if (hydrates === 'used' && !isBefore) {
          await heading(page).hover();
          expect(scripts).toEqual([HYDRATION_LOADER, ...(path === '/course-matrix' ? [PRE_HYDRATION] : [])]);
          await expect(page.locator('html[data-hydrated]')).toHaveCount(0);
        }
        if (hydrates !== 'used') await hydrated(page);
        // A modal dialog reserves the width of a scrollbar, and headless browsers have none.
        if (!dialog) expect(await shifts(), 'layout shift as it is').toEqual([]);
        await hydrateUnnoticed(page);
        await page.waitForLoadState('networkidle');
        if (!dialog) expect(await shifts(), 'layout shift').toEqual([]);
        expect([...(await page.evaluate(scrollThrough)), ...hosts]).toEqual([]);
        expect(complaints).toEqual([]);
        if (!isBefore) await expectAccessible(page, kind, LOOKS[index % LOOKS.length]);
      });
    }
  },
);

test('Reader reads a page of each template whose remote’s code is gone, and can leave and come back', async ({
  page,
  baseURL,
  allPages,
  templates,
}) => {
  test.setTimeout(300_000);
  const problem = page.getByRole('alert').filter({ hasText: 'Dieser Bereich ist gerade nicht erreichbar.' });
  await page.route(
    (url) => url.origin !== new URL(baseURL ?? '').origin && url.pathname.endsWith('.js'),
    (route) => route.abort(),
  );
  for (const shown of [...templates, ...allPages.filter(({ dialog }) => dialog)]) {
    const { kind, path, content, hydrates, dialog } = shown;
    await test.step(kind, async () => {
      await page.goto(path);
      if (hydrates === 'used') await page.keyboard.press('Shift');
      await expect(problem).toBeVisible();
      if (dialog) await closeDialog(page);
      expect(await page.content()).toContain(content);
      await expect(heading(page)).toBeVisible();
      if (!showsHeader(shown)) return;
      await page.getByRole('banner').getByRole('link', { name: 'ELEMENTE/KI' }).click();
      await expect(heading(page)).toHaveText('Elemente/KI');
      // Going back may load a new document, which has no content at first.
      await page.goBack();
      await expect(heading(page).and(page.getByText('Elemente/KI'))).toBeHidden();
      await expect.poll(() => page.content().catch(() => '')).toContain(content);
    });
  }
});

/** The specification gives this button no action: it shows the number of likes. */
const LIKES = /^\d+ Likes$/;

/** Runs in a page: returns visible buttons that need a script. */
function deadButtons() {
  const buttons = [...document.querySelectorAll('button')].filter((button) =>
    button.checkVisibility({ visibilityProperty: true }),
  );
  const answers = (button: HTMLButtonElement) =>
    button.type === 'submit' && ['get', 'dialog'].includes(button.formMethod || button.form?.method || '');
  return buttons.filter((button) => !answers(button)).map(({ textContent }) => textContent ?? '');
}

/** Runs in a page: returns visible fields that no form sends. */
function deadFields() {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
  return fields.filter((field) => field.checkVisibility() && field.form?.method !== 'get').map(({ name }) => name);
}

test.describe('with scripts switched off', () => {
  test.use({ javaScriptEnabled: false });

  test('Reader reads every public page, and search and links work', { tag: '@pages' }, async ({
    page,
    publicPages,
  }) => {
    for (const shown of publicPages) {
      const { kind, path, status, dialog } = shown;
      await test.step(kind, async () => {
        expect((await page.goto(path))?.status()).toBe(status);
        await expect(heading(page)).toBeVisible();
        if (kind === 'login') await expect(page.getByRole('status')).toHaveText('Signing in needs JavaScript.');
        for (const width of kind === 'login' ? [] : WIDTHS) {
          await page.setViewportSize({ width, height: 844 });
          expect((await page.evaluate(deadButtons)).filter((text) => !LIKES.test(text))).toEqual([]);
          expect(await page.evaluate(deadFields)).toEqual([]);
        }
        if (!showsHeader(shown)) return;
        if (dialog) await closeDialog(page);
        await searchFromHere(page);
        await page.goBack();
        await page.getByRole('banner').getByRole('link', { name: 'ONLINE COURSES' }).click();
        await expect(page).toHaveURL('/online-courses');
      });
    }
  });
});

/** In a row of facts and in a row of cards, positions are final only once the whole row has arrived. */
const WITH_ROWS: readonly string[] = ['older posts', 'page of a workshop', 'page of a workshop of the matrix'];

test('Nothing moves while a page arrives in pieces', { tag: '@pages' }, async ({ page, publicPages }) => {
  // Without its scripts the document stays as it was sent; a browser without scripts shows other controls.
  await page.route('**/*.js', (route) => route.abort());
  for (const { kind, path, dialog } of publicPages) {
    if (dialog || WITH_ROWS.includes(kind)) continue;
    await page.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      expect.soft(await page.evaluate(movedByTheRest), `${kind} at ${width}`).toEqual([]);
    }
  }
});
