import type { Page } from '@playwright/test';
import { hostileMarkdown } from '../../mf-blog/src/testing/hostile-markdown.ts';
import { hydrate } from '../platform/hydrate.ts';
import { expect, test } from './editor.ts';

/** Collects the signs of a script that ran or was stopped: dialogs, requests, violations of the policy. */
async function watch(page: Page): Promise<string[]> {
  const signs: string[] = [];
  page.on('dialog', (dialog) => {
    signs.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => request.url().includes('evil.example') && signs.push(request.url()));
  await page.exposeFunction('reportViolation', (what: string) => signs.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      Reflect.get(window, 'reportViolation')(`${violatedDirective} ${blockedURI}`),
    );
  });
  return signs;
}

test('Reader is safe from whatever an article may hold, from the server and in the browser', async ({
  page,
  givenPost,
}) => {
  const { slug, title } = await givenPost({ content: hostileMarkdown.join('\n\n') });
  const home = await givenPost({ content: `[dorthin](/post/${slug})` });
  const signs = await watch(page);
  const click = async () => {
    for (const link of await page.getByRole('article').first().getByRole('link', { name: 'Text' }).all())
      await link.hover();
    await expect(page.getByText('alert(1)').first()).toBeVisible();
  };
  await page.goto(`/post/${slug}`);
  await hydrate(page);
  await click();
  await page.goto(`/post/${home.slug}`);
  await hydrate(page);
  await page.getByRole('link', { name: 'dorthin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await click();
  await expect(page.locator('main iframe, main script:not([type]), main object, main form')).toHaveCount(0);
  expect(signs).toEqual([]);
});
