import { expectAllKept } from './foreign-changes.ts';
import { hydrated } from './hydrate.ts';
import { expect, test } from './public-pages.ts';

expectAllKept(2);

test('A lesson that was changed hydrates with its first use, and not by itself', async ({ page, templates }) => {
  const { path = '' } = templates.find(({ kind }) => kind === 'lesson') ?? {};
  await page.addInitScript(() =>
    addEventListener('load', () => document.querySelector('main h1')?.append(document.createElement('font'))),
  );
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto(path);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
  expect(scripts).toHaveLength(1);
  await page.keyboard.press('j');
  await hydrated(page);
});
