// `pnpm bench:pictures http://127.0.0.1:PORT [--rounds 7]`: measures posts with pictures of the library beside the same post
// without, at 390 pixels with slow 4G and a slow phone, on a running platform with the demo's account and
// `AUTH_RATE_LIMIT=0`. The posts take turns; only medians of one run compare.
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { browserArgs, ensureBrowser } from '../browsers.ts';
import { CommandError, runCommand } from '../terminal.ts';
import { startEditor } from './editor.ts';
import type { Figures } from './measurements.ts';
import { openSlowLine, SLOW_4G } from './slow-line.ts';
import { tableOf } from './table.ts';
import { CPU } from './visit.ts';

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, locale: 'de-CH' };
const PICTURES = 4;
const QUIET_MS = 1_500;

/** Runs in a page: pictures with edges and with the noise of a sensor, as photographs have them. */
async function drawPhoto(seed: number): Promise<string> {
  const [width, height] = [1_600, 1_067];
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('no canvas');
  let state = seed * 2_654_435_761;
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return (state >>> 0) / 2 ** 32;
  };
  for (let shape = 0; shape < 80; shape += 1) {
    context.fillStyle = `hsl(${random() * 360} ${20 + random() * 40}% ${20 + random() * 60}% / 0.6)`;
    context.fillRect(random() * width - 200, random() * height - 200, random() * width, random() * height * 0.6);
  }
  const pixels = context.getImageData(0, 0, width, height);
  for (let at = 0; at < pixels.data.length; at += 1) {
    if (at % 4 !== 3) pixels.data[at] = (pixels.data[at] ?? 0) + (random() - 0.5) * 12;
  }
  context.putImageData(pixels, 0, 0);
  const blob = await context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

async function photos(browser: Browser): Promise<readonly Buffer[]> {
  const page = await browser.newPage();
  const drawn: Buffer[] = [];
  for (let seed = 1; seed <= PICTURES; seed += 1)
    drawn.push(Buffer.from(await page.evaluate(drawPhoto, seed), 'base64'));
  await page.close();
  return drawn;
}

const PARAGRAPH =
  'Ein Kurs lebt von den Menschen, die ihn besuchen, und von der Zeit, die sie sich nehmen. Was sie mitbringen, entscheidet darüber, was sie lernen. '.repeat(
    3,
  );

/** As most posts have them. */
const HEAD = {
  title: 'Wie Lernende mit KI eigene Texte überarbeiten',
  excerpt: 'Drei Übungen für den Sprachkurs, die ohne Konto auskommen, und was dabei schiefgehen kann.',
};

/** The text of the post, with each of the pictures after a paragraph. */
const textWith = (pictures: readonly string[]) =>
  Array.from({ length: PICTURES }, (_, index) => {
    const picture = pictures[index] ? `\n\n![Ein Kursraum](/_pictures/${pictures[index]})` : '';
    return `## Abschnitt ${index + 1}\n\n${PARAGRAPH}${picture}`;
  }).join('\n\n');

/** Runs in a page. */
function watchPaints(): void {
  const seen = { paint: 0, shift: 0, changed: performance.now() };
  Object.assign(window, { paints: seen });
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
      seen.changed = performance.now();
    }).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.paint = startTime;
  });
  watch('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
}

interface Paints {
  readonly paint: number;
  readonly shift: number;
  readonly changed: number;
}

async function measure(browser: Browser, address: string): Promise<Figures> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    let bytes = 0;
    const devtools = await context.newCDPSession(page);
    const pictures = new Set<string>();
    devtools.on('Network.responseReceived', ({ requestId, response }) => {
      if (new URL(response.url).pathname.startsWith('/_pictures/')) pictures.add(requestId);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (pictures.has(requestId)) bytes += encodedDataLength;
    });
    await devtools.send('Network.enable');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU });
    await page.addInitScript(watchPaints);
    await page.goto(address, { waitUntil: 'load' });
    await page.mouse.wheel(0, 20_000);
    await page.waitForFunction(
      (quiet) => performance.now() - (window as never as { paints: Paints }).paints.changed > quiet,
      QUIET_MS,
    );
    const { paint, shift } = await page.evaluate(() => (window as never as { paints: Paints }).paints);
    return { 'largest paint': paint, 'layout shift, thousandths': shift * 1_000, 'pictures, kB': bytes / 1_000 };
  } finally {
    await context.close();
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '7' } },
  });
  const [platform] = positionals;
  if (!platform) throw new CommandError('the address of a running platform is missing');
  const executablePath = await ensureBrowser();
  const line = await openSlowLine(SLOW_4G);
  const browser = await chromium.launch({ executablePath, args: browserArgs(), proxy: { server: line.address } });
  const editor = await startEditor(platform);
  try {
    const pictures = await editor.upload(await photos(browser));
    const posts = {
      without: await editor.add('none', { ...HEAD, content: textWith([]) }),
      'four in the text': await editor.add('four', { ...HEAD, content: textWith(pictures) }),
      'cover and four': await editor.add('cover', { ...HEAD, content: textWith(pictures), picture: pictures[0] }),
    };
    const samples = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const [site, address] of Object.entries(posts)) {
        samples.push({ measurement: 'post', site, figures: await measure(browser, platform + address) });
      }
    }
    for (const site of ['four in the text', 'cover and four']) {
      const shown = samples.filter((sample) => sample.site === site || sample.site === 'without');
      console.log(tableOf(shown, ['without', site]).join('\n'));
    }
  } finally {
    await editor.leave();
    await browser.close();
    line.close();
  }
}

await runCommand(main);
