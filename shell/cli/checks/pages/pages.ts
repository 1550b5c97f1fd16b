import { browserArgs, chromiumFiles, starts } from '@ki/shared/process/chromium.ts';
import { type Browser, chromium } from 'playwright-core';
import { eachOf } from '../../../registry/store/content.ts';
import { contentSecurityPolicy } from '../../../server/document/document.ts';
import { createReleaseSets, ofGeneration } from '../../../server/resolve/release-set.ts';
import { type Check, entryAfterPromoting, Faults, Skipped, type Subject } from '../subject.ts';
import { faultsOfMarkup, ownPictures, type Site } from './markup.ts';
import { renderPages } from './rendered-pages.ts';
import { withStage } from './stage.ts';
import { visit } from './visit.ts';

const HOW = 'install Chrome or Chromium, run npx playwright-core install chromium, or name a program in BROWSER_PATH';

function findBrowser({ BROWSER_PATH }: NodeJS.ProcessEnv): string | undefined {
  if (BROWSER_PATH) return starts(BROWSER_PATH) ? BROWSER_PATH : undefined;
  return [chromium.executablePath(), ...chromiumFiles()].find((file) => starts(file));
}

/** The Chromium of this machine; a text that says why there is none. */
async function openBrowser(environment: NodeJS.ProcessEnv): Promise<Browser | string> {
  const { BROWSER_PATH } = environment;
  if (BROWSER_PATH === 'none') return 'BROWSER_PATH is none';
  const executablePath = findBrowser(environment);
  if (executablePath) return chromium.launch({ executablePath, args: browserArgs() });
  return BROWSER_PATH ? `BROWSER_PATH is "${BROWSER_PATH}", which does not start; ${HOW}` : `no browser found; ${HOW}`;
}

const AT_ONCE = 2;
const ANSWER_MS = 5_000;

const rendered = new WeakMap<Subject, ReturnType<typeof renderPages>>();

/** Both checks look at the same pages. */
function pagesOf(subject: Subject) {
  const known = rendered.get(subject) ?? renderPages(subject);
  rendered.set(subject, known);
  return known;
}

function siteOf({ registry, release, config, origin }: Subject): Site {
  const remotes = { ...registry.remotes, [release.name]: entryAfterPromoting(registry, release, origin) };
  const { defaultSet } = createReleaseSets({ ...registry, remotes }, config);
  return { url: config.siteUrl, policy: contentSecurityPolicy(ofGeneration(defaultSet, release.contract), '') };
}

const listOf = (addresses: readonly string[], unknown: readonly string[]) =>
  [addresses.join(' ') || 'none', ...(unknown.length > 0 ? [`no address is known for ${unknown.join(' ')}`] : [])].join(
    '; ',
  );

async function missingPictures(subject: Subject, site: Site, html: string): Promise<readonly string[]> {
  if (!subject.hasBackend) return [];
  const missing: string[] = [];
  for (const address of ownPictures(html, site)) {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(new URL(address, site.url), { method: 'HEAD', signal }).catch(() => null);
    if (answer && answer.status >= 400) missing.push(`shows the picture ${address}, which answers ${answer.status}`);
  }
  return missing;
}

/** Finds the faults of pages in their HTML. */
export const pages: Check = async (subject) => {
  if (subject.release.staffOnly) return 'pages for staff are not rendered on the server';
  const site = siteOf(subject);
  const { pages: found, failed, unknown } = await pagesOf(subject);
  const faults: string[] = [...failed];
  for (const { address, html, difference } of found) {
    const own = [...faultsOfMarkup(html, site), ...(await missingPictures(subject, site, html))];
    if (difference) own.push(`differs at another time: ${difference}`);
    faults.push(...own.map((fault) => `${address}: ${fault}`));
  }
  if (faults.length > 0) throw new Faults(faults);
  return listOf(
    found.map(({ address }) => address),
    unknown,
  );
};

/** Pages for staff are looked at as far as the sign-in. */
async function addressesOf(subject: Subject): Promise<{ addresses: readonly string[]; unknown: readonly string[] }> {
  const { staffOnly, routes } = subject.release;
  if (staffOnly) return { addresses: routes.map((pattern) => pattern.replace(/\/[:*].*$/, '') || '/'), unknown: [] };
  const { pages: found, unknown } = await pagesOf(subject);
  return { addresses: found.map(({ address }) => address), unknown };
}

/** Finds the faults of pages in a browser, under the policy of the shell, before and after hydration. */
export const browser: Check = async (subject) => {
  const { addresses, unknown } = await addressesOf(subject);
  const opened = await openBrowser(process.env);
  if (typeof opened === 'string') throw new Skipped(`no page was looked at in a browser: ${opened}`);
  try {
    const faults = await withStage(subject, async (stage) => {
      const found = new Map<string, readonly string[]>();
      await eachOf(addresses, async (address) => void found.set(address, await visit(opened, stage, address)), AT_ONCE);
      return addresses.flatMap((address) => (found.get(address) ?? []).map((fault) => `${address}: ${fault}`));
    });
    if (!faults) {
      const { contract } = subject.release;
      throw new Skipped(
        `no page was looked at in a browser: this machine has no whole runtime of generation ${contract}`,
      );
    }
    if (faults.length > 0) throw new Faults(faults);
    return `${listOf(addresses, unknown)}, by Chromium ${opened.version()}`;
  } finally {
    await opened.close();
  }
};
