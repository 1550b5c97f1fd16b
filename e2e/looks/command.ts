// `pnpm test:looks [--against REF]`: draws a page of each template from this tree and from another commit, by default the
// parent of HEAD, and writes a page with those that differ.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArgs } from '../../shared/process/chromium.ts';
import { onStop } from '../../shared/process/on-stop.mjs';
import { ownPlace, Started } from '../../shared/testing/started-platform.ts';
import { walkStaffPages } from '../admin/staff-pages.ts';
import { findPages } from '../platform/public-pages.ts';
import { editorClient, openAsStaff } from '../platform/sign-in.ts';
import { differencesOf } from './compare.ts';
import { draw } from './draw.ts';
import { Report } from './report.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const FOLDER = path.join(ROOT, 'test-results', 'looks');

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
const ends: (() => unknown)[] = [];

async function start(root: string): Promise<string> {
  const place = await ownPlace();
  // None of the developer's data and accounts.
  const none = { DATABASE_URL: '', SEED: '', SUPABASE_URL: '', SUPABASE_PUBLISHABLE_KEY: '' };
  const started = new Started(
    process.execPath,
    ['scripts/bootstrap.mjs', 'start'],
    { ...place.environment, ...none },
    root,
  );
  ends.push(async () => {
    started.child.kill('SIGTERM');
    await started.ended;
    place.remove();
  });
  await started.untilPrinted(/^ready/m);
  return `http://127.0.0.1:${place.port}`;
}

function checkOut(ref: string): string {
  const root = path.join(mkdtempSync(path.join(tmpdir(), 'looks-')), 'tree');
  git('worktree', 'add', '--quiet', '--detach', root, ref);
  ends.push(() => {
    git('worktree', 'remove', '--force', root);
    rmSync(path.dirname(root), { recursive: true, force: true });
  });
  execFileSync(process.execPath, ['scripts/bootstrap.mjs', 'install'], { cwd: root, stdio: 'ignore' });
  return root;
}

/** A page whose addresses are those of a platform. Banners take turns of a minute: one stays. */
async function openPlatform(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'de-CH', timezoneId: 'Europe/Zurich' });
  const editor = await editorClient(context.request);
  const { data } = await editor.from('ads').select('id').eq('is_active', true).order('id').throwOnError();
  await editor
    .from('ads')
    .update({ is_active: false })
    .in(
      'id',
      data.slice(1).map(({ id }) => id),
    )
    .throwOnError();
  return context.newPage();
}

async function show(page: Page, address: string): Promise<ReadonlyMap<string, Buffer>> {
  await page.goto(address, { waitUntil: 'networkidle' });
  return draw(page);
}

async function compareAll(pages: readonly [before: Page, after: Page], report: Report): Promise<void> {
  const [before, after] = pages;
  const compare = async (name: string, address: string, addressBefore = address) => {
    const [earlier, present] = await Promise.all([show(before, addressBefore), show(after, address)]);
    if (earlier && present) await report.add(name, await differencesOf(name, earlier, present));
    process.stdout.write(`${name}\n`);
  };
  await findPages(before.request);
  for (const { kind, path: address } of await findPages(after.request)) await compare(kind, address);
  await Promise.all(pages.map((page) => openAsStaff(page, new URL('/admin', page.url()).href)));
  // Ids that a database makes differ.
  const found = await Promise.all(pages.map((page) => walkStaffPages(page, () => Promise.resolve())));
  for (const [pattern, address] of found[1] ?? []) await compare(pattern, address, found[0]?.get(pattern));
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { against: { type: 'string', default: 'HEAD^' } } });
  const began = performance.now();
  const root = checkOut(values.against);
  const commit = git('rev-parse', '--short', values.against);
  const urls = [await start(root), await start(ROOT)];
  const browser = await chromium.launch({ executablePath: process.env.E2E_BROWSER, args: browserArgs() });
  ends.push(() => browser.close());
  const [before, after] = await Promise.all(urls.map((url) => openPlatform(browser, url)));
  if (!before || !after) return;
  rmSync(FOLDER, { recursive: true, force: true });
  const report = new Report(FOLDER);
  await compareAll([before, after], report);
  const page = await report.write(`This tree against ${commit}`);
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`${report.differing} pictures differ from ${commit}, after ${seconds} s: ${page}\n`);
}

async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}

onStop(() => void endAll().finally(() => process.exit(1)));
try {
  await main();
} finally {
  await endAll();
}
