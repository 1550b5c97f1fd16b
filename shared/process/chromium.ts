import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const { env, platform } = process;
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome', '/usr/sbin', '/usr/local/sbin'];
/** Debian's headless shell is Chromium without an interface: browser tests take half the time. */
export const HEADLESS = 'chromium-headless-shell';
const CHROMIUM = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const WINDOWS_PARTS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

const isRoot = () => process.getuid?.() === 0;

export const browserArgs = () => [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  ...(isRoot() ? ['--no-sandbox'] : []),
];

/** Whether a program exists and starts: a launcher of an absent package, or one without its libraries, does not. */
export function starts(file: string, option = '--version'): boolean {
  if (!existsSync(file)) return false;
  return platform === 'win32' || spawnSync(file, [option], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

export function filesNamed(names: readonly string[], ...more: readonly string[]): string[] {
  const folders = [...(env.PATH ?? '').split(path.delimiter), ...FOLDERS, ...more].filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

export const macApp = (name: string) =>
  ['/Applications', path.join(env.HOME ?? '', 'Applications')].map((folder) =>
    path.join(folder, `${name}.app`, 'Contents', 'MacOS', name),
  );

/** Where a Chromium may be on this machine. */
export function chromiumFiles(): string[] {
  if (platform === 'darwin') return ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap(macApp);
  if (platform !== 'win32') return filesNamed(CHROMIUM);
  const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
  return folders.flatMap((folder) => (folder ? WINDOWS_PARTS.map((part) => path.join(folder, part)) : []));
}
