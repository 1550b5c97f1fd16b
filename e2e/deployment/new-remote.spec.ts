import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { hydrate } from '../platform/hydrate.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';
import { type CopiedTree, copyTree } from './copied-tree.ts';
import { remoteCommand } from './remote-command.ts';

const EVENTS = 'mf-events';

let tree: CopiedTree;
let platform: OwnPlatform;

test.setTimeout(600_000);
test.beforeEach(async () => {
  [tree, platform] = await Promise.all([copyTree(), startOwnPlatform({ dataDir: dataDirOfPlatform() })]);
});
test.afterEach(() => Promise.all([tree.remove(), platform.stop()]));

const inTree = (...args: readonly string[]) => remoteCommand(platform, args, tree.root);
const inPlatform = (...args: readonly string[]) => remoteCommand(platform, args);

test('Team makes a remote from the template, ships it without touching another, and takes it away', async ({
  page,
}) => {
  const address = `${platform.url}/events`;
  expect((await page.request.get(address)).status()).toBe(404);

  await promisify(execFile)(process.execPath, ['scripts/bootstrap.mjs', 'install'], { cwd: tree.root });
  expect(await inTree('new', EVENTS)).toBe(`created ${EVENTS}`);
  const published = await inTree('publish', EVENTS);
  expect(published).toMatch(/^hash [0-9a-f]{64}\npublished mf-events@1\.0\.0-[0-9a-f]{32}$/);

  const version = published.replace(/^hash .*\npublished /, '');
  const [live] = await Promise.all([inPlatform('promote', version), platform.release(EVENTS)]);
  expect(live).toBe(`live ${version}`);

  const answer = await page.request.get(address);
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toMatch(/<h1[^>]*>Events<\/h1>.*<li>/s);

  await page.goto(address);
  const heading = page.getByRole('heading', { level: 1, name: 'Events' });
  await expect(heading).toBeVisible();
  await hydrate(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('banner').getByRole('link', { name: 'HOME' }).click();
  await expect(heading).toBeHidden();
  await page.goBack();
  await expect(heading).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);

  expect(await inPlatform('retire', EVENTS)).toBe(`retired ${EVENTS}`);
  expect((await page.goto(address))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeHidden();
});
