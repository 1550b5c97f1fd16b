// `pnpm bench:writing [--rounds 3] [--beside DIR]`: the script that a key runs in a text of 30 kB and the time until its
// painting, on a slow processor, beside a bare text area with the same text in the same window; and the time from a press
// in a list until the form of a record is usable, on slow 4G. Only figures of one run compare.
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright';
import { browserArgs } from '../../shared/process/chromium.ts';
import { pause } from '../../shared/testing/until.ts';
import { DEMO_LOGIN } from '../services.ts';
import { runCommand } from '../terminal.ts';
import { ensureBrowser } from '../testing/browsers.ts';
import { withSites } from './sites.ts';
import { openSlowLine, SLOW_4G } from './slow-line.ts';
import { type Sample, tableOf } from './table.ts';
import { CPU } from './visit.ts';

const KEYS = 40;
const BETWEEN_KEYS_MS = 150;
const REST_MS = 1_500;
const WINDOW = { width: 1440, height: 900 };
const PARAGRAPH =
  'Ein Absatz über das Lernen, **wichtig** und [verlinkt](https://example.org/seite), für Schüler*innen. ';
const TEXT = Array.from({ length: 45 }, (_, nth) => `## Abschnitt ${nth + 1}\n\n${PARAGRAPH.repeat(7)}`)
  .join('\n\n')
  .slice(0, 30_000);

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function signedIn(browser: Browser, origin: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: WINDOW })).newPage();
  const [email = '', password = ''] = DEMO_LOGIN.split(' / ');
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  return page;
}

declare global {
  interface Window {
    /** Milliseconds from a key until the painting after it. */
    paintings: number[];
  }
}

/** Runs in a page: keeps the time from each key until the painting after it. */
function watchPaintings() {
  const times: number[] = [];
  window.paintings = times;
  addEventListener('keydown', ({ timeStamp }) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times.push(performance.now() - timeStamp);
      port2.postMessage(null);
    }),
  );
}

async function keysIn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const script = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000;
  };
  await pause(REST_MS);
  await page.evaluate(watchPaintings);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  const scripts: number[] = [];
  for (let key = 0; key < KEYS; key += 1) {
    const before = await script();
    await page.keyboard.type('wort '[key % 5] ?? ' ');
    await pause(BETWEEN_KEYS_MS);
    scripts.push((await script()) - before);
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const paintings = await page.evaluate(() => window.paintings);
  return { script: medianOf(scripts), painting: medianOf(paintings) };
}

async function bareArea(page: Page, origin: string) {
  await page.goto(`${origin}/platform.json`);
  await page.evaluate((text) => {
    document.body.innerHTML = '<textarea rows="20" style="inline-size: 664px; font: 16px/1.45 monospace"></textarea>';
    const area = document.querySelector('textarea') as HTMLTextAreaElement;
    area.value = text;
    area.focus();
    area.setSelectionRange(200, 200);
    area.scrollTop = 0;
  }, TEXT);
  return keysIn(page);
}

async function form(page: Page, origin: string, editor: boolean) {
  await page.goto(`${origin}/admin/posts/new`);
  if (editor) await page.getByRole('button', { name: 'Open Editor' }).click();
  const content = page.getByRole('textbox', { name: 'Content' });
  if (editor) await page.locator('.cm-content').waitFor();
  await content.focus();
  await page.keyboard.insertText(TEXT);
  await page.keyboard.press('Control+Home');
  for (let line = 0; line < 2; line += 1) await page.keyboard.press('ArrowDown');
  const measured = await keysIn(page);
  await page.evaluate(() => localStorage.removeItem('markdown-editor'));
  return measured;
}

async function keys(browser: Browser, origin: string) {
  const page = await signedIn(browser, origin);
  page.on('dialog', (dialog) => dialog.accept());
  const bare = await bareArea(page, origin);
  const area = await form(page, origin, false);
  const editor = await form(page, origin, true);
  await page.context().close();
  return {
    'text area, own script, ms': area.script - bare.script,
    'text area, painting later than bare, ms': area.painting - bare.painting,
    'editor, own script, ms': editor.script - bare.script,
    'editor, painting later than bare, ms': editor.painting - bare.painting,
  };
}

async function usable(browser: Browser, origin: string, isPointedAt: boolean): Promise<number> {
  const page = await signedIn(browser, origin);
  const link = page.getByRole('link', { name: 'Edit' }).first();
  await link.waitFor();
  await page.waitForLoadState('networkidle');
  await pause(REST_MS);
  if (isPointedAt) {
    await link.hover();
    await pause(REST_MS);
  }
  const took = await link.evaluate(async (pressed: HTMLElement) => {
    const start = performance.now();
    const isThere = () => document.querySelector<HTMLInputElement>('form input[name=title]')?.value;
    pressed.click();
    while (!isThere()) await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
  await page.context().close();
  return took;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' }, beside: { type: 'string' } } });
  const executablePath = await ensureBrowser();
  const line = await openSlowLine(SLOW_4G);
  const fast = await chromium.launch({ executablePath, args: browserArgs() });
  const slow = await chromium.launch({ executablePath, args: browserArgs(), proxy: { server: line.address } });
  try {
    await withSites(values.beside, async (sites) => {
      const samples: Sample[] = [];
      const platforms = sites.filter(({ hydrates }) => hydrates);
      for (let round = 0; round < Number(values.rounds); round += 1) {
        for (const { name, origin } of platforms) {
          console.error(`round ${round + 1}: ${name}`);
          samples.push({ measurement: 'keys', site: name, figures: await keys(fast, origin) });
          const figures = {
            'from the press, ms': await usable(slow, origin, false),
            'from a link that was pointed at, ms': await usable(slow, origin, true),
          };
          samples.push({ measurement: 'usable', site: name, figures });
        }
      }
      console.log(
        tableOf(
          samples,
          platforms.map(({ name }) => name),
        ).join('\n'),
      );
    });
  } finally {
    await Promise.all([fast.close(), slow.close()]);
    line.close();
  }
}

await runCommand(main);
