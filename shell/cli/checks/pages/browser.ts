import { browserArgs, chromiumFiles, starts } from '@ki/shared/process/chromium.ts';
import { type Browser, chromium } from 'playwright-core';

const HOW = 'install Chrome or Chromium, run npx playwright-core install chromium, or name a program in BROWSER_PATH';

function findBrowser({ BROWSER_PATH }: NodeJS.ProcessEnv): string | undefined {
  if (BROWSER_PATH) return starts(BROWSER_PATH) ? BROWSER_PATH : undefined;
  return [chromium.executablePath(), ...chromiumFiles()].find((file) => starts(file));
}

/** The Chromium of this machine; a text that says why there is none. */
export async function openBrowser(environment: NodeJS.ProcessEnv): Promise<Browser | string> {
  const { BROWSER_PATH } = environment;
  if (BROWSER_PATH === 'none') return 'BROWSER_PATH is none';
  const executablePath = findBrowser(environment);
  if (executablePath) return chromium.launch({ executablePath, args: browserArgs() });
  return BROWSER_PATH ? `BROWSER_PATH is "${BROWSER_PATH}", which does not start; ${HOW}` : `no browser found; ${HOW}`;
}
