import type { Page } from '@playwright/test';
import { integrityOf } from '../../shared/process/hash.ts';
import { expect, test } from '../platform/fixtures.ts';
import { holdRequests } from '../platform/held-requests.ts';
import { hydrate } from '../platform/hydrate.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { failedHydration, lazilyLoading, moduleOf, type Probe, saying } from './probe.ts';

const main = (page: Page) => page.getByRole('main');

/** Opens a page, does something while it is open, and follows a link to the probe without a new document. */
async function followLink(page: Page, platform: string, meanwhile?: () => Promise<void>): Promise<void> {
  await page.goto(`${platform}/elemente`);
  await hydrate(page);
  await meanwhile?.();
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
function publishWithLostChunk(probe: Probe, version: string, server?: string): void {
  const chunk = `globalThis.ProbePage = () => ${JSON.stringify(`Probe ${version}, lebendig`)};`;
  probe.publish(version, {
    module: saying(`Probe ${version}`),
    browserModule: lazilyLoading(probe.chunkAddress(version), integrityOf(chunk)),
    chunk,
    ...(server && { server }),
  });
  probe.fault(version, { chunk: { status: 404 } });
}

test('A tab from before a deployment continues with its release, and its next document has the new one', async ({
  page,
  own,
  probe,
}) => {
  for (const version of ['t1', 't2']) probe.publish(version, { module: saying(`Probe ${version}`) });
  await probe.promote('t1');
  await followLink(page, own.url, () => probe.promote('t2', 't1'));
  await expect(main(page)).toHaveText('Probe t1');
  await page.reload();
  await expect(main(page)).toHaveText('Probe t2');
});

test('A lost chunk leads to one new document, with the fallback release', async ({ page, own, probe }) => {
  probe.publish('t3', { module: saying('Probe t3') });
  publishWithLostChunk(probe, 't4');
  await probe.promote('t4', 't3');
  const asked = documents(page);
  await followLink(page, own.url);
  await expect(main(page)).toHaveText('Probe t3');
  expect(asked).toEqual(['/elemente', '/probe']);
});

test('A lost chunk without an earlier version leads to one new document, which can be read, and never to a loop', async ({
  page,
  own,
  probe,
}) => {
  publishWithLostChunk(probe, 't5');
  await probe.promote('t5');
  const asked = documents(page);
  await followLink(page, own.url);
  await expect(failedHydration(page)).toBeVisible();
  await expect(main(page)).toHaveText('Probe t5');

  const retry = failedHydration(page).getByRole('button', { name: 'Erneut versuchen' });
  const refused = page.waitForResponse((response) => response.url() === probe.chunkAddress('t5'));
  await retry.click();
  await refused;
  await expect(retry).not.toHaveAttribute('aria-disabled', 'true');
  await expect(main(page)).toHaveText('Probe t5');

  probe.fault('t5', {});
  await retry.click();
  await expect(main(page)).toHaveText('Probe t5, lebendig');
  await expect(failedHydration(page)).toBeHidden();
  expect(asked).toEqual(['/elemente', '/probe']);
});

test('Reader with unsaved input confirms before the document is loaded anew', async ({ page, own, probe }) => {
  const module = moduleOf(`Component: () => require('react').createElement('input', { 'aria-label': 'Notiz' })`);
  publishWithLostChunk(probe, 't6', `exports.remote = ${module};`);
  await probe.promote('t6');
  const release = await holdRequests(page, probe.chunkAddress('t6'));
  const asked = documents(page);
  const held = page.waitForRequest(
    (request) => request.url() === probe.chunkAddress('t6') && request.resourceType() === 'script',
  );
  await page.goto(`${own.url}/probe`, { waitUntil: 'commit' });
  await held;
  await page.getByLabel('Notiz').fill('halb fertig');
  release();
  const reload = failedHydration(page).getByRole('button', { name: 'Seite neu laden' });
  await expect(reload).toBeVisible();
  await expect(page.getByLabel('Notiz')).toHaveValue('halb fertig');
  expect(asked).toEqual(['/probe']);
  await reload.click();
  await expect.poll(() => asked).toEqual(['/probe', '/probe']);
});

test('Editor keeps what was typed when the code of the preview is lost, and gets the preview by trying again', async ({
  page,
  own,
}) => {
  await page.route('**/admin-markdown*.js', (route) => route.fulfill({ status: 404 }));
  await openAsStaff(page, `${own.url}/admin/posts/new`);
  const asked = documents(page);
  await page.getByLabel('Title').fill('Halb fertig');
  await page.getByLabel('Content').fill('## Ein Anfang');
  await page.getByRole('button', { name: 'Side by Side' }).click();
  const lost = page.getByRole('status').filter({ hasText: 'The preview cannot be loaded.' });
  await expect(lost).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Halb fertig');
  await page.unroute('**/admin-markdown*.js');
  await lost.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Ein Anfang' })).toBeVisible();
  expect(asked).toEqual([]);
});
