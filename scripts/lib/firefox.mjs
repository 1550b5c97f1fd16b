import { installDebianPackage, isBrowser, programsNamed } from './browser.mjs';
import { say } from './terminal.mjs';

const NAMES = ['firefox-esr', 'firefox'];
const MAC_APP = '/Applications/Firefox.app/Contents/MacOS/firefox';

const findFirefox = () => [...programsNamed(NAMES), MAC_APP].find(isBrowser);

/**
 * Finds Firefox, or gets the one of Debian. Playwright's own is another program, and speaks a protocol of its own.
 * @returns {Promise<string | undefined>} its executable; `undefined` where there is none
 */
export async function ensureFirefox() {
  const given = process.env.E2E_FIREFOX;
  if (given) return given;
  for (const prepare of [async () => {}, () => installDebianPackage('firefox-esr')]) {
    await prepare();
    const found = findFirefox();
    if (found) return found;
  }
  say('setup', 'no Firefox: its tests are left out; install it, or name one that is there in E2E_FIREFOX');
  return undefined;
}
