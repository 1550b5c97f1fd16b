// `node scripts/bench/files-touched.ts [ADDRESS] [DATA_DIR]`: the source files in which a function runs, of a running
// platform on this machine: of its shell between `GET /` and its response, on a cache hit and on a miss; of a browser
// between the press on a post's link on the hydrated `/` and the post, and between `Save Draft` and its confirmation.
// V8's precise coverage counts calls between two samples; a file counts when it is in every round, which leaves out timers.
// The shell runs its sources; scripts of browsers are built once more with source maps. Port 9229 must be free.
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import { browserArgs } from '../../shared/process/chromium.ts';
import { answers } from '../../shared/testing/started-platform.ts';
import { until } from '../../shared/testing/until.ts';
import { DEMO_LOGIN } from '../services.ts';
import { ensureBrowser } from '../testing/browsers.ts';
import { browserCoverage } from './browser-files.ts';
import { firstPost, startEditor } from './editor.ts';
import { pendingCalls } from './visit.ts';

const ROUNDS = 8;
const BROWSER_ROUNDS = 3;
const SETTLED_MS = 2_000;
const INSPECTOR = 'http://127.0.0.1:9229/json/list';

type Coverage = readonly { readonly url: string; readonly functions: { ranges: { count: number }[] }[] }[];

async function inspectorOf(pid: number): Promise<WebSocket> {
  process.kill(pid, 'SIGUSR1');
  await until('the inspector listens', () => answers(INSPECTOR));
  const [target] = (await (await fetch(INSPECTOR)).json()) as { webSocketDebuggerUrl: string }[];
  return new WebSocket(target?.webSocketDebuggerUrl ?? '');
}

async function startCoverage(pid: number) {
  const socket = await inspectorOf(pid);
  await once(socket, 'open');
  const { send, receive } = pendingCalls((message) => socket.send(message));
  socket.addEventListener('message', ({ data }) => receive(String(data)));
  await send('Profiler.enable');
  await send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    async take(): Promise<ReadonlySet<string>> {
      const { result } = (await send('Profiler.takePreciseCoverage')) as { result: Coverage };
      const called = result.filter(
        ({ url, functions }) =>
          url.startsWith('file://') &&
          !url.includes('/node_modules/') &&
          functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
      );
      return new Set(called.map(({ url }) => url.replace(/^.*?\/(?=(shell|shared)\/)/, '')));
    },
    stop: () => socket.close(),
  };
}

const inAll = (rounds: readonly ReadonlySet<string>[]) =>
  [...(rounds[0] ?? [])].filter((file) => rounds.every((files) => files.has(file))).sort();

/** Components, layout and design: what a page shows, however it came. */
const SHOWN = /\/(components|layout|kit)\/|^shared\/(ui|format)\//;

function print(name: string, rounds: readonly ReadonlySet<string>[]): void {
  const [path, shown] = [false, true].map((isShown) => inAll(rounds).filter((file) => SHOWN.test(file) === isShown));
  const more = shown?.length ? `, and ${shown.length} of what it shows` : '';
  console.log(`${name}  ${path?.length} files${more}\n  ${path?.join('\n  ')}`);
}

async function times<T>(count: number, run: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  while (results.length < count) results.push(await run());
  return results;
}

type Editor = Awaited<ReturnType<typeof startEditor>>;

async function ofShell(address: string, pid: number, editor: Editor): Promise<void> {
  const coverage = await startCoverage(pid);

  async function filesOf(wanted: RegExp, again = 0): Promise<ReadonlySet<string>> {
    // This request polls the tag versions of all pages, so that the measured one does not.
    await (await fetch(`${address}/login`)).text();
    await coverage.take();
    const response = await fetch(`${address}/`, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    await response.text();
    const files = await coverage.take();
    const timing = response.headers.get('server-timing') ?? '';
    if (wanted.test(timing)) return files;
    if (again > 0) return filesOf(wanted, again - 1);
    throw new Error(`expected ${wanted}, got ${timing}`);
  }

  try {
    const misses = await times(ROUNDS, async () => {
      // Without a read between the two writes, no background revalidation caches the page again.
      for (const _write of [1, 2]) {
        await editor.publish();
        await pause(SETTLED_MS);
      }
      return filesOf(/miss|fresh/);
    });
    // Each minute the turn of an ad makes the page another one.
    print('hit', await times(ROUNDS, () => filesOf(/hit|kept/, 1)));
    print('miss', misses);
  } finally {
    coverage.stop();
  }
}

const isHydrated = () => 'hydrated' in document.documentElement.dataset;

async function ofClick(browser: Browser, address: string, folder: string): Promise<void> {
  const coverage = browserCoverage(browser, ['shell', 'mf-blog'], folder);
  const post = await firstPost(address);
  const prepare = async (page: Page) => {
    await page.goto(address);
    await page.locator('h1').first().click();
    await page.waitForFunction(isHydrated);
    await page.locator(`main a[href="${post}"]`).first().hover();
    await pause(SETTLED_MS);
  };
  const click = async (page: Page) => {
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForURL(address + post);
    await page.locator('article h1').waitFor();
    await pause(SETTLED_MS);
  };
  print('click', await times(BROWSER_ROUNDS, () => coverage(prepare, click)));
}

async function ofDraft(browser: Browser, address: string, folder: string, form: string): Promise<void> {
  const coverage = browserCoverage(browser, ['shell', 'mf-admin'], folder);
  const [email = '', password = ''] = DEMO_LOGIN.split(' / ');
  const prepare = async (page: Page) => {
    await page.goto(`${address}/login`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL(({ pathname }) => pathname !== '/login');
    await page.goto(address + form);
    await page.getByLabel('Title').fill(`Text ${Date.now()}`);
    await pause(SETTLED_MS);
  };
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save Draft', exact: true }).click();
    await page.getByText(/^Draft saved at /).waitFor();
    await pause(SETTLED_MS);
  };
  print('draft', await times(BROWSER_ROUNDS, () => coverage(prepare, save)));
}

async function ofBrowser(address: string, form: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'source-maps-'));
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserArgs() });
  try {
    await ofClick(browser, address, folder);
    await ofDraft(browser, address, folder, form);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const address = new URL(process.argv[2] ?? 'http://127.0.0.1:3000').origin;
  const dataDir = process.argv[3] ?? '.data';
  const { pid } = JSON.parse(await readFile(path.join(dataDir, 'shell.json'), 'utf8')) as { pid: number };
  const editor = await startEditor(address);
  try {
    await ofShell(address, pid, editor);
    await ofBrowser(address, editor.form);
  } finally {
    await editor.leave();
  }
}

await main();
