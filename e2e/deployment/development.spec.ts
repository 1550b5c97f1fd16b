import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { findFreePorts } from '../../shared/testing/free-ports.ts';
import { answers, descendants, Started, untilGone } from '../../shared/testing/started-platform.ts';
import { expect, test } from '../platform/fixtures.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { type CopiedTree, copyTree } from './copied-tree.ts';

/** Ports of the shell, four remotes and a spare one. */
const PORTS = 6;
const FORM = 'mf-blog/src/routes/search/page.tsx';
/** Includes the end of the line, as a read may return a part of it. */
const READY = /^ready {2}(\S+)\n/m;

let tree: CopiedTree;
let port: number;
let started: Started;

test.setTimeout(180_000);
test.beforeAll(async () => {
  tree = await copyTree();
});
test.beforeEach(async () => {
  port = await findFreePorts(PORTS);
});
test.afterEach(async () => {
  started.child.kill('SIGINT');
  await started.ended;
});
test.afterAll(() => tree.remove());

/** Runs the copy's dev servers on the data of the platform under test. */
async function develop(...remote: string[]): Promise<string> {
  const backend: unknown = JSON.parse(await readFile(path.join(dataDirOfPlatform(), 'backend.json'), 'utf8'));
  const { url, key } = backend as { url: string; key: string };
  const environment = { PORT: String(port), SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key, NODE_ENV: '' };
  started = new Started(process.execPath, ['scripts/bootstrap.mjs', 'dev', ...remote], environment, tree.root);
  await started.untilPrinted(READY);
  return READY.exec(started.output)?.[1] ?? '';
}

/** Changes the label of a button, and changes it back. */
async function seesChange(page: Page): Promise<void> {
  const button = (name: string) => page.getByRole('main').getByRole('button', { name });
  await expect(button('Suchen')).toBeVisible();
  await tree.change(FORM, '>Suchen<', '>Finden<');
  await expect(button('Finden')).toBeVisible();
  await tree.change(FORM, '>Finden<', '>Suchen<');
  await expect(button('Suchen')).toBeVisible();
}

async function seesChangeWithStateKept(page: Page): Promise<void> {
  const search = page.getByRole('searchbox', { name: 'Suchbegriff' });
  await search.fill('halb getippt');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await seesChange(page);
  await expect(search).toHaveValue('halb getippt');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
}

/** A style element with text, and `style=` in HTML. */
async function refusesWhatLivePagesRefuse(page: Page): Promise<void> {
  const refused = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
        document.head.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }));
      }),
  );
  expect(await refused).toBe('style-src-elem');
  await page.getByRole('main').evaluate((main) => main.insertAdjacentHTML('beforeend', '<p style="color:red">Rot</p>'));
  await expect(page.getByText('Rot', { exact: true })).not.toHaveAttribute('style');
}

test('Developer sees a changed component of a remote in the shell at once, with the state of the page', async ({
  page,
}) => {
  const url = await develop();
  expect(url).toBe(`http://127.0.0.1:${port}`);
  await page.goto(`${url}/suche`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'HOME' })).toBeVisible();
  await seesChangeWithStateKept(page);

  const processes = process.platform === 'linux' ? descendants(started.pid) : [];
  started.child.kill('SIGINT');
  expect(await started.ended).toBe(0);
  await untilGone(processes);
  expect(await answers(`http://127.0.0.1:${port + 1}/remoteEntry.js`)).toBe(false);
});

test('Developer works on one remote in a frame of its own, and sees each change inside a running platform, too', async ({
  page,
  own,
}) => {
  const url = await develop('mf-blog');
  await page.goto(url);
  await page.getByRole('navigation', { name: 'mf-blog' }).getByRole('link', { name: '/suche' }).click();
  await seesChangeWithStateKept(page);
  await refusesWhatLivePagesRefuse(page);

  await openAsStaff(page, `${own.url}/admin`);
  await page.goto(`${own.url}/suche?overrides`);
  const panel = page.getByRole('dialog', { name: 'Overrides' });
  await panel.getByLabel('Remote').selectOption('mf-blog');
  await panel.getByLabel('Origin').fill(url);
  await panel.getByRole('button', { name: 'Run from there' }).click();
  await expect(page.getByText(`mf-blog from ${url}`)).toBeVisible();
  await seesChange(page);
});
