import { expect, test } from './public-pages.ts';

/** Pages of the shell, and the placeholders, which the test opens from every other page. */
const OF_NO_REMOTE = ['elements', 'goals', 'login', 'not found'];

test('Reader can read, search and leave every public page whose remote’s code is gone', async ({
  page,
  baseURL,
  publicPages,
}) => {
  test.setTimeout(300_000);
  const problem = page.getByRole('alert').filter({ hasText: 'Dieser Bereich ist gerade nicht erreichbar.' });
  await page.route(
    (url) => url.origin !== new URL(baseURL ?? '').origin && url.pathname.endsWith('.js'),
    (route) => route.abort(),
  );
  for (const { kind, path, content, hydrates, dialog } of publicPages) {
    if (OF_NO_REMOTE.includes(kind)) continue;
    await test.step(kind, async () => {
      await page.goto(path);
      if (hydrates === 'used') await page.keyboard.press('Shift');
      await expect(problem).toBeVisible();
      expect(await page.content()).toContain(content);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (dialog) {
        await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible();
        await page.getByRole('dialog').getByRole('button', { name: 'Schliessen' }).click();
        await expect(page.getByRole('dialog')).toBeHidden();
      }
      await page.getByRole('banner').getByRole('link', { name: 'ELEMENTE/KI' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Elemente/KI' })).toBeVisible();
      // Going back may load a new document, which has no content at first.
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 }).and(page.getByText('Elemente/KI'))).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => page.content().catch(() => '')).toContain(content);

      // Hydrated pages share one header, so that a page without and one with a dialog over it are enough.
      for (const isHydrated of dialog || kind === 'home' ? [false, true] : [false]) {
        await page.goto(path);
        if (isHydrated) {
          if (hydrates === 'used') await page.keyboard.press('Shift');
          await expect(problem).toBeVisible();
        }
        if (dialog) await page.getByRole('dialog').getByRole('button', { name: 'Schliessen' }).click();
        await page.getByRole('banner').getByRole('button', { name: 'Suche' }).click();
        await page.getByRole('searchbox', { name: 'Suchbegriff' }).fill('prüfung');
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(/suche=pr/);
        await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      }
    });
  }
});
