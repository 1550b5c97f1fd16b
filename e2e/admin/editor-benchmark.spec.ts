/** Measures how long a key takes in the editor with a text of 30 kB, on a processor slowed down four times. Prints figures only. */
import { expect, type Page, test } from '@playwright/test';
import { figures } from '../figures.ts';
import { openAsStaff } from '../platform/sign-in.ts';

const SLOWDOWN = 4;
const SECTION = `## Ein Kapitel\n\n${'Ein Satz mit **Nachdruck** und [Link](https://example.org). '.repeat(20)}\n\n- eins\n- zwei\n\n`;
const SECTIONS = Math.ceil(30_000 / SECTION.length);
const TEXT = SECTION.repeat(SECTIONS);
const TYPED = 'Datenschutz im Kursalltag, erklaert an einem Beispiel. ';

declare global {
  interface Window {
    editorKeys: { script: number[]; events: number[]; longTasks: number[] };
  }
}

function watch() {
  window.editorKeys = { script: [], events: [], longTasks: [] };
  const { script, events, longTasks } = window.editorKeys;
  new PerformanceObserver((list) => {
    longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
  // Event Timing: from the key to the next painting, for keys that take 16 ms or more.
  new PerformanceObserver((list) => {
    const keys = list.getEntries().filter(({ name }) => name === 'keydown');
    events.push(...keys.map(({ duration }) => duration));
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  const press = () => {
    const start = performance.now();
    // The next task: the key's events and the microtasks after them have run.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => script.push(performance.now() - start);
    port2.postMessage(null);
  };
  addEventListener('keydown', press, { capture: true });
}

async function type(page: Page, pause: number) {
  await page.evaluate(() => {
    for (const values of Object.values(window.editorKeys)) values.splice(0);
  });
  await page.keyboard.type(TYPED, { delay: pause });
  return page.evaluate(() => window.editorKeys);
}

test.setTimeout(180_000);

test('Editor types into a text of 30 kB', async ({ page }) => {
  await page.addInitScript(watch);
  await openAsStaff(page, '/admin/posts/new');
  const session = await page.context().newCDPSession(page);
  for (const place of ['plain text', 'editor'] as const) {
    if (place === 'editor') await page.getByRole('button', { name: 'Open Editor' }).click();
    const content = page.getByRole('textbox', { name: 'Content' });
    await content.fill(TEXT);
    await content.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await expect(page.getByRole('region', { name: 'Preview' }).getByRole('heading')).toHaveCount(SECTIONS);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    for (const pause of [80, 500]) {
      const { script, events, longTasks } = await type(page, pause);
      const lines = [
        figures(`${place}, a key each ${pause} ms`, script),
        figures(`${events.length} events of 16 ms or more`, events),
        figures(`${longTasks.length} long tasks`, longTasks),
      ];
      process.stdout.write(`${lines.join('\n')}\n`);
    }
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
});
