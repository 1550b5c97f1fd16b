import type { Page } from '@playwright/test';
import { expectAccessible, LOOKS } from '../accessibility.ts';
import { expect, test } from './fixtures.ts';
import { hydrateUnnoticed, openBeforeHydration } from './hydrate.ts';

// Tracing thousands of keys takes six times as long as pressing them.
test.use({ trace: 'off' });

/** States and properties that the accessibility tree has beside role and name. */
const STATES = 'level expanded pressed checked disabled required invalid live modal hasPopup'.split(' ');
/** Roles of nodes without content: pieces of laid-out text, and boxes. */
const SILENT = ['InlineTextBox', 'LineBreak', 'generic', 'none'];

interface Told {
  readonly role: string;
  readonly name: string;
  readonly states: string;
}

/** The accessibility tree of a page, in reading order. */
async function toldOf(page: Page): Promise<Told[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const inOrder = (id: string): typeof nodes => {
    const node = byId.get(id);
    return node ? [node, ...(node.childIds ?? []).flatMap(inOrder)] : [];
  };
  return inOrder(nodes[0]?.nodeId ?? '')
    .filter(({ ignored, role }) => !ignored && !SILENT.includes(String(role?.value)))
    .map(({ role, name, properties = [] }) => ({
      role: String(role?.value),
      name: String(name?.value ?? ''),
      states: properties
        .filter((property) => STATES.includes(property.name))
        .map((property) => `${property.name} ${property.value.value}`)
        .join(),
    }));
}

/** Runs in a page: returns the focused element, or `null` when the focus is outside the page. */
function focusHere() {
  const here = document.activeElement;
  if (!here || here === document.body) return null;
  const { top, bottom } = here.getBoundingClientRect();
  const drawn = [undefined, '::before', '::after'].map((part) => getComputedStyle(here, part).outlineStyle);
  return {
    name: `${here.localName} ${here.getAttribute('aria-label') ?? here.textContent?.trim()}`,
    isSeen: bottom > 0 && top < innerHeight && drawn.some((style) => style !== 'none'),
  };
}

/** The elements that Tab focuses, from the first link until it returns or leaves the page. */
async function walk(page: Page): Promise<string[]> {
  const way: string[] = [];
  await page.getByRole('link').first().focus();
  for (;;) {
    const here = await page.evaluate(focusHere);
    if (!here || (way.length > 1 && here.name === way[0])) return way;
    expect.soft(here.isSeen, `${here.name} with the focus`).toBe(true);
    way.push(here.name);
    if (way.length > 400) throw new Error(`no way out: ${way.slice(-5)}`);
    await page.keyboard.press('Tab');
  }
}

/** The kinds that share no template with another one, or are open in a dialog. */
const OTHERS = ['search', 'workshop', 'workshop of the matrix', 'login', 'not found'];

test('Reader hears the same of a page before it is hydrated and after, and nothing is in the way of ears and keys', async ({
  page,
  allPages,
  templates,
}) => {
  test.setTimeout(300_000);
  const pages = allPages.filter((one) => templates.includes(one) || OTHERS.includes(one.kind));
  for (const [index, { kind, path, dialog }] of pages.entries()) {
    const release = await openBeforeHydration(page, path);
    const before = await toldOf(page);
    // Beside other rules, axe demands names of controls, landmarks, and headings without a gap.
    await expectAccessible(page, kind, LOOKS[(index + 2) % LOOKS.length]);
    release();
    await hydrateUnnoticed(page);
    if (!dialog) {
      expect.soft(await toldOf(page), kind).toEqual(before);
      expect((await walk(page)).length, kind).toBeGreaterThan(2);
    }
    await page.unrouteAll({ behavior: 'wait' });
  }
});
