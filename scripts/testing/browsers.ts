import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { chromiumFiles, filesNamed, HEADLESS, macApp, starts } from '../../shared/process/chromium.ts';
import { PINNED_NODE, ROOT } from '../bootstrap.mjs';
import { installed, run, withPinnedNode } from '../processes.ts';
import { CommandError, print } from '../terminal.ts';

const { env } = process;
const FIREFOX = ['firefox-esr', 'firefox'];
/** Debian's nginx, unpacked but not installed: its package starts a server on port 80. */
const NGINX = path.join(ROOT, 'node_modules', '.cache', 'nginx');

const isRoot = () => process.getuid?.() === 0;
const isDebian = () => existsSync('/etc/debian_version');

async function findChromium(): Promise<string | undefined> {
  const playwright = await import('playwright').catch(() => null);
  return [...(playwright ? [playwright.chromium.executablePath()] : []), ...chromiumFiles()].find((file) =>
    starts(file),
  );
}

export const findFirefox = () => [...filesNamed(FIREFOX), ...macApp('Firefox')].find((file) => starts(file));

export const findNginx = () =>
  filesNamed(['nginx'], path.join(NGINX, 'usr', 'sbin')).find((file) => starts(file, '-v'));

async function installDebianPackage(name: string): Promise<void> {
  if (!isRoot() || !isDebian()) return;
  print('setup', `getting ${name} from the Debian packages`);
  const options = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-qq'], options);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
}

async function unpackNginx(): Promise<void> {
  if (!isDebian()) return;
  print('setup', 'getting nginx from the Debian packages, for the test of shared caches');
  mkdirSync(NGINX, { recursive: true });
  if (isRoot()) await run('apt-get', ['update', '-qq']);
  await run('apt-get', ['download', '-qq', 'nginx'], { cwd: NGINX });
  const [file] = readdirSync(NGINX).filter((name) => name.endsWith('.deb'));
  if (file) await run('dpkg', ['-x', file, '.'], { cwd: NGINX });
}

async function downloadChromium(): Promise<void> {
  print('setup', 'no browser found; getting Chromium with Playwright');
  const options = { env: { ...withPinnedNode(), PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' } };
  await run(PINNED_NODE, [installed('playwright/cli.js'), 'install', 'chromium'], options);
}

type Find = () => string | undefined | Promise<string | undefined>;

async function ensure(find: Find, ...installations: readonly (() => Promise<void>)[]): Promise<string | undefined> {
  let found = await find();
  for (const install of installations) {
    if (found) return found;
    await install();
    found = await find();
  }
  return found;
}

export async function ensureBrowser(): Promise<string> {
  const find = () => env.E2E_BROWSER || findChromium();
  const found = await ensure(find, downloadChromium, () => installDebianPackage(HEADLESS));
  if (found) return found;
  throw new CommandError('no browser: install Chrome or Chromium, or name one in E2E_BROWSER; the tests need it');
}

export async function ensureFirefox(): Promise<string | undefined> {
  const found = await ensure(
    () => env.E2E_FIREFOX || findFirefox(),
    () => installDebianPackage('firefox-esr'),
  );
  if (!found) print('setup', 'no Firefox: its tests are left out; install it, or name one in E2E_FIREFOX');
  return found;
}

export const ensureNginx = () => ensure(findNginx, unpackNginx);
