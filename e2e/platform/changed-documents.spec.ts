import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hydrated } from './hydrate.ts';

/** Changes of translations and extensions to a document; each runs in the page. */
const CHANGES = {
  'a translation that wraps each text': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) if (texts.currentNode.nodeValue?.trim()) found.push(texts.currentNode as Text);
    for (const text of found) {
      if (text.parentElement?.closest('script, style')) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      text.replaceWith(outer);
      inner.append(text);
      outer.append(inner);
    }
    document.documentElement.classList.add('translated-ltr');
  },
  'a translation of each text': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (!text.parentElement?.closest('script, style')) text.data = text.data.replaceAll('n', 'ñ');
    }
  },
  'a word of the content': () => {
    const heading = document.querySelector('main h1');
    if (heading) heading.textContent = `${heading.textContent} neu`;
  },
  'a word of the header': () => {
    const link = document.querySelector('header a');
    if (link) link.textContent = 'Anderes';
  },
  'attributes of elements': () => {
    for (const element of document.querySelectorAll('html, body, header, main, h1, p, a, button, input')) {
      element.setAttribute('data-extension', 'on');
      element.classList.add('extension');
      element.setAttribute('lang', 'en');
    }
  },
  'an element in the content': () => {
    const button = document.createElement('button');
    button.textContent = 'Vorlesen';
    document.querySelector('main h1')?.after(button);
  },
  'an element in the header': () => document.querySelector('header a')?.before(document.createElement('span')),
  'a missing element of the content': () => document.querySelector('main h1 ~ *, main p')?.remove(),
  'a missing element of the header': () => document.querySelector('header nav li, header nav a')?.remove(),
  'elements around the page': () => {
    document.getElementById('root')?.prepend(document.createElement('div'));
    document.body.append(document.createElement('div'));
  },
} satisfies Record<string, () => void>;

type Change = keyof typeof CHANGES;
const ALL_CHANGES = Object.keys(CHANGES) as Change[];

/** Its controls stay those of the document. */
const WITHOUT_CODE = '[data-html]:not([data-html=page]) *';

async function pressKey(page: Page): Promise<() => Promise<void>> {
  await page.keyboard.press('j');
  return async () => undefined;
}

/** Each uses the page, and returns what must be true once it is hydrated. */
const USES = {
  'a key': pressKey,
  'a tap': async (page: Page) => {
    const button = page.locator(`main button[type=button]:visible:not(${WITHOUT_CODE})`).first();
    if ((await button.count()) === 0) return pressKey(page);
    await page.evaluate(() => {
      // Before hydration a press is stopped before it comes here.
      const note = ({ target }: Event) => {
        if (!(target instanceof Element)) return;
        const isLive = target.isConnected && Object.keys(target).some((key) => key.startsWith('__reactFiber'));
        document.documentElement.dataset.pressed = isLive ? (target.closest('button')?.type ?? '') : 'gone';
      };
      addEventListener('click', note, { capture: true });
    });
    await button.click();
    return () => expect(page.locator('html[data-pressed=button]')).toBeAttached();
  },
  typing: async (page: Page) => {
    const field = page.locator('main input:visible:is([type=search], [type=text], [type=email])').first();
    if ((await field.count()) === 0) return pressKey(page);
    await field.pressSequentially('Wort');
    return async () => {
      await expect(field).toHaveValue(/Wort/);
      await expect(field).toBeFocused();
    };
  },
  'a tap on the menu': async (page: Page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Menü' }).click();
    return () => expect(page.locator('button[aria-expanded=true]')).toBeVisible();
  },
} satisfies Record<string, (page: Page) => Promise<() => Promise<void>>>;

type Use = keyof typeof USES;
const ALL_USES = Object.keys(USES) as Use[];

const textOf = async (page: Page) => (await page.locator('main').textContent()) ?? '';
/** The share of its letters that a page has at least after somebody's change: one element may be missing. */
const KEPT = 0.6;

/** Opens a page, changes it before its first use, and expects the text, the input and the press after it. */
async function expectKept(page: Page, path: string, change: Change, use: Use): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(path);
  const before = await textOf(page);
  await page.evaluate(CHANGES[change]);
  const expectPress = await USES[use](page);
  await hydrated(page);
  await expectPress();
  // A word that is typed into a list filters it.
  if (use === 'typing') await expect(page.locator('main h1')).toBeVisible();
  else await expect.poll(async () => (await textOf(page)).length).toBeGreaterThan(before.length * KEPT);
  expect(await textOf(page)).not.toContain('nicht erreichbar');
}

const AT_ONCE = 2;

for (const [turn, change] of ALL_CHANGES.entries()) {
  // The templates take turns, as the uses do.
  test(`Reader keeps text, input and press after ${change}`, async ({ page, templates }) => {
    for (let place = turn * AT_ONCE; place < (turn + 1) * AT_ONCE; place += 1) {
      const { path = '' } = templates[place % templates.length] ?? {};
      const use = ALL_USES[(place + turn) % ALL_USES.length] ?? 'a key';
      await test.step(`${use} on ${path}`, () => expectKept(page, path, change, use));
    }
  });
}

test('A lesson that was changed hydrates with its first use, and not by itself', async ({ page, templates }) => {
  const { path = '' } = templates.find(({ kind }) => kind === 'lesson') ?? {};
  await page.addInitScript(() =>
    addEventListener('load', () => document.querySelector('main h1')?.append(document.createElement('font'))),
  );
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto(path);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
  expect(scripts).toHaveLength(1);
  await page.keyboard.press('j');
  await hydrated(page);
});
