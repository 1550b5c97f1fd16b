import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Problem } from './problem.mjs';
import { run } from './run.mjs';
import { say } from './terminal.mjs';
import { installed, PINNED_NODE, ROOT, withPinnedNode } from './toolchain.mjs';

const LINUX_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const LINUX_FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const MAC_APPS = ['Google Chrome', 'Chromium'];
const WINDOWS_PARTS = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe'];

const isRoot = () => process.getuid?.() === 0;

/** What keeps a browser from talking to anybody but the page, and lets root start it. */
export const browserArgs = () => [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  ...(isRoot() ? ['--no-sandbox'] : []),
];

/** @returns {string[]} where a browser of this machine may be */
function machineCandidates() {
  if (process.platform === 'darwin') {
    return MAC_APPS.flatMap((name) =>
      ['/Applications', path.join(process.env.HOME ?? '', 'Applications')].map((folder) =>
        path.join(folder, `${name}.app`, 'Contents', 'MacOS', name),
      ),
    );
  }
  if (process.platform === 'win32') {
    const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    return folders.flatMap((folder) => (folder ? WINDOWS_PARTS.map((part) => path.join(folder, part)) : []));
  }
  return programsNamed(LINUX_NAMES);
}

/** @param {readonly string[]} names @returns {string[]} where a program of such a name may be on Linux */
export function programsNamed(names) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...LINUX_FOLDERS].filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** Whether a browser is there and starts: a launcher of an absent package, or one without its libraries, does not. @param {string} file */
export function isBrowser(file) {
  if (!existsSync(file)) return false;
  if (process.platform === 'win32') return true;
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** Where Playwright keeps the browser that belongs to it; nowhere before Playwright is installed. */
async function playwrightBrowser() {
  const playwright = await import('playwright').catch(() => null);
  return playwright ? [playwright.chromium.executablePath()] : [];
}

/** A browser that is there and starts. */
export async function findBrowser() {
  return [...(await playwrightBrowser()), ...machineCandidates()].find(isBrowser);
}

async function downloadBrowser() {
  say('setup', 'no browser found; getting Chromium with Playwright');
  const env = { ...withPinnedNode(), PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' };
  await run(PINNED_NODE, [installed('playwright/cli.js'), 'install', 'chromium'], { cwd: ROOT, env });
}

/** Does nothing where that cannot be. @param {string} name */
export async function installDebianPackage(name) {
  if (!isRoot() || !existsSync('/etc/debian_version')) return;
  say('setup', `getting ${name} from the Debian packages`);
  const options = { cwd: ROOT, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-qq'], options);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
}

/** Finds a Chromium or Chrome, or installs one. @returns {Promise<string>} its executable */
export async function ensureBrowser() {
  const given = process.env.E2E_BROWSER;
  if (given) return given;
  for (const prepare of [async () => {}, downloadBrowser, () => installDebianPackage('chromium')]) {
    await prepare();
    const found = await findBrowser();
    if (found) return found;
  }
  throw new Problem(
    'no browser: install Chrome or Chromium, or name one that is there in E2E_BROWSER; the end-to-end tests need it',
  );
}
