import { expect, type Page } from '@playwright/test';
import { integrityOf } from '../../shared/process/hash.ts';
import { hydrate } from '../platform/hydrate.ts';
import { test } from '../platform/shared-platform.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { failedHydration, givenProbe } from './given-probe.ts';
import { lazilyLoading, saying } from './probe.ts';

const given = givenProbe();

const main = (page: Page) => page.getByRole('main');

/** Follows a link to the probe without a new document. */
async function followLink(page: Page): Promise<void> {
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/probe', textContent: 'Zur Probe' });
    document.body.prepend(link);
  });
  await page.getByRole('link', { name: 'Zur Probe' }).click();
}

/** Collects the paths of the documents that a page requests. */
function documents(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

/** Publishes a version whose page is a chunk that its origin answers with 404. */
function publishWithLostChunk(version: string, server?: string): void {
  const chunk = `globalThis.ProbePage = () => ${JSON.stringify(`Probe ${version}, lebendig`)};`;
  given.probe.publish(version, {
    module: saying(`Probe ${version}`),
    browserModule: lazilyLoading(given.probe.chunkAddress(version), integrityOf(chunk)),
    chunk,
    ...(server && { server }),
  });
  given.probe.fault(version, { chunk: { status: 404 } });
}

test('A tab from before a deployment continues with its release, and its next document has the new one', async ({
  page,
}) => {
  for (const version of ['t1', 't2']) given.probe.publish(version, { module: saying(`Probe ${version}`) });
  await given.probe.promote('t1');
  await page.goto(`${given.platform.url}/elemente`);
  await hydrate(page);
  await given.probe.promote('t2', 't1');
  await followLink(page);
  await expect(main(page)).toHaveText('Probe t1');
  await page.reload();
  await expect(main(page)).toHaveText('Probe t2');
});

test('A lost chunk leads to one new document, with the fallback release', async ({ page }) => {
  given.probe.publish('t3', { module: saying('Probe t3') });
  publishWithLostChunk('t4');
  await given.probe.promote('t4', 't3');
  const asked = documents(page);
  await page.goto(`${given.platform.url}/elemente`);
  await hydrate(page);
  await followLink(page);
  await expect(main(page)).toHaveText('Probe t3');
  expect(asked).toEqual(['/elemente', '/probe']);
});

test('A lost chunk without an earlier version leads to one new document, which can be read, and never to a loop', async ({
  page,
}) => {
  publishWithLostChunk('t5');
  await given.probe.promote('t5');
  const asked = documents(page);
  await page.goto(`${given.platform.url}/elemente`);
  await hydrate(page);
  await followLink(page);
  await expect(failedHydration(page)).toBeVisible();
  await expect(main(page)).toHaveText('Probe t5');
  expect(asked).toEqual(['/elemente', '/probe']);

  const retry = failedHydration(page).getByRole('button', { name: 'Erneut versuchen' });
  const refused = page.waitForResponse((response) => response.url() === given.probe.chunkAddress('t5'));
  await retry.click();
  await refused;
  await expect(retry).not.toHaveAttribute('aria-disabled', 'true');
  await expect(main(page)).toHaveText('Probe t5');

  given.probe.fault('t5', {});
  await retry.click();
  await expect(main(page)).toHaveText('Probe t5, lebendig');
  await expect(failedHydration(page)).toBeHidden();
  expect(asked).toEqual(['/elemente', '/probe']);
});

test('Reader with unsaved input confirms before the document is loaded anew', async ({ page }) => {
  const field = `require('react').createElement('input', { 'aria-label': 'Notiz' })`;
  const module = `{ contract: 2, id: 'mf-probe', routes: [{ id: 'probe', path: '/probe', handle: { hydrate: 'load' }, Component: () => ${field} }] }`;
  publishWithLostChunk('t6', `exports.remote = ${module};`);
  await given.probe.promote('t6');
  let typed = () => {};
  const untilTyped = new Promise<void>((resolve) => {
    typed = resolve;
  });
  await page.route(given.probe.chunkAddress('t6'), async (route) => {
    await untilTyped;
    await route.continue();
  });
  const asked = documents(page);
  const held = page.waitForRequest(
    (request) => request.url() === given.probe.chunkAddress('t6') && request.resourceType() === 'script',
  );
  await page.goto(`${given.platform.url}/probe`, { waitUntil: 'commit' });
  await held;
  await page.getByLabel('Notiz').fill('halb fertig');
  typed();
  const reload = failedHydration(page).getByRole('button', { name: 'Seite neu laden' });
  await expect(reload).toBeVisible();
  await expect(page.getByLabel('Notiz')).toHaveValue('halb fertig');
  expect(asked).toEqual(['/probe']);
  await reload.click();
  await expect.poll(() => asked).toEqual(['/probe', '/probe']);
});

test('Editor keeps what was typed when the code of the preview is lost, and gets the preview by trying again', async ({
  page,
}) => {
  await page.route('**/admin-markdown*.js', (route) => route.fulfill({ status: 404 }));
  await openAsStaff(page, `${given.platform.url}/admin/posts/new`);
  const asked = documents(page);
  await page.getByLabel('Title').fill('Halb fertig');
  await page.getByLabel('Content').fill('## Ein Anfang');
  const lost = page.getByRole('status').filter({ hasText: 'The preview cannot be loaded.' });
  await expect(lost).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Halb fertig');
  await page.unroute('**/admin-markdown*.js');
  await lost.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Ein Anfang' })).toBeVisible();
  expect(asked).toEqual([]);
});
