import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findBrowser, isBrowser } from '../browser.mjs';
import { NPX, PINNED_NODE, PNPM_VERSION, ROOT } from '../toolchain.mjs';
import { bad, good } from './finding.mjs';

const OLDEST_NODE = 20;
const INSTALL = `npm start or npx --yes pnpm@${PNPM_VERSION} install`;

/** What a program says of its version, `null` when it does not run. @param {string} program */
function versionOf(program) {
  const shell = process.platform === 'win32';
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', shell });
  return status === 0 ? stdout.trim().replace(/^v/, '') : null;
}

/** @param {string} [running] version of the Node.js that starts everything */
export function nodeFindings(running = process.versions.node) {
  const wanted = readFileSync(path.join(ROOT, '.node-version'), 'utf8').trim();
  const pinned = versionOf(PINNED_NODE);
  return [
    Number.parseInt(running, 10) >= OLDEST_NODE
      ? good('node', `${running} starts everything`)
      : bad('node', `${running} is too old to start anything; install ${OLDEST_NODE} or newer`),
    pinned === wanted
      ? good('packages', `installed, with the Node.js ${wanted} that everything runs on`)
      : bad(
          'packages',
          `${pinned ? `bring Node.js ${pinned}, not ${wanted}` : 'are not installed'}; ${INSTALL} does it`,
        ),
  ];
}

/** @param {string | undefined} agent what the package manager that runs this says of itself */
export function pnpmFinding(agent) {
  const [, running] = /^pnpm\/(\S+)/.exec(agent ?? '') ?? [];
  if (running === PNPM_VERSION) return good('pnpm', running);
  const npx = `npx --yes pnpm@${PNPM_VERSION}`;
  if (running) return bad('pnpm', `${running} writes the lockfile in its own way; use ${npx}`);
  const version = versionOf(NPX);
  return version
    ? good('pnpm', `${PNPM_VERSION} comes by npx ${version}`)
    : bad('pnpm', 'neither pnpm nor npx is there; install npm');
}

/** @param {string | undefined} given the browser that the environment names */
export async function browserFinding(given) {
  if (given && !isBrowser(given)) {
    return bad('browser', `E2E_BROWSER is "${given}", which does not start; name another, or unset it`);
  }
  const found = given || (await findBrowser());
  return found
    ? good('browser', `${found}, for the end-to-end tests`)
    : bad('browser', 'none; npm test gets one, or install Chrome or Chromium and name it in E2E_BROWSER');
}
