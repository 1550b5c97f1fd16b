import { expect, type Page, test } from '@playwright/test';
import { addresses } from '../../mf-admin/src/addresses.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { patternOf, walkStaffPages } from './staff-pages.ts';

/** A window of 1280 × 1024 at 400 and 200 %, and a phone. */
const WINDOWS = [
  [320, 256],
  [640, 512],
  [390, 844],
] as const;

/** More controls than that are rows of a list. */
const MOST = 120;

/** The focused control and whether any of three points of what is in the window is on top; null outside the page. */
const focusOn = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element?.closest('#admin-page')) return null;
    // A link of several lines has more than one box.
    const { left, right, top, bottom } = element.getClientRects()[0] as DOMRect;
    const [first, last] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
    const points = [
      [left + 4, first + 4],
      [(left + right) / 2, (first + last) / 2],
      [right - 4, last - 4],
    ] as const;
    const isSeen = points.some(([x, y]) => element.contains(document.elementFromPoint(x, y)));
    return { isSeen, name: `${element.tagName} ${element.getAttribute('name') ?? element.textContent?.slice(0, 40)}` };
  });

async function coveredOn(page: Page): Promise<string[]> {
  const covered: string[] = [];
  await page.locator('#admin-page').focus();
  for (let presses = 0; presses < MOST; presses += 1) {
    await page.keyboard.press('Tab');
    const focus = await focusOn(page);
    if (!focus) break;
    if (!focus.isSeen) covered.push(focus.name);
  }
  return covered;
}

test('Staff walk through every page by Tab, and no focused control is covered, on a phone and at 200 and 400 %', async ({
  page,
}) => {
  test.setTimeout(900_000);
  await openAsStaff(page, addresses.dashboard);
  const covered: string[] = [];
  await walkStaffPages(page, async (path) => {
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      for (const name of await coveredOn(page)) covered.push(`${patternOf(path)} at ${width} × ${height}: ${name}`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });
  expect(covered).toEqual([]);
});
