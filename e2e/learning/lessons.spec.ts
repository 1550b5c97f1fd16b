import { expect, type Page } from '@playwright/test';
import { REPLAYED } from '../../shared/contract/pre-hydration.ts';
import { expectAccessible, LOOKS } from '../accessibility.ts';
import { lessonPath, test, tick } from './content.ts';

const LONG = Array.from({ length: 60 }, (_, index) => `Absatz ${index}`).join('\n\n');

const hasTitle = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(`Text: ${title}`);

const frameHydrated = (page: Page) => page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);

test('Reader gets a tick for a lesson read to its end, and the course goes on after it', { tag: '@smoke' }, async ({
  page,
  content,
}) => {
  const course = await content.addCourseOf({ Eins: [{ title: 'Lang', content: LONG }, { title: 'Kurz' }] });
  await page.goto(lessonPath(course, 0));
  await expect(page.getByRole('button', { name: 'Erledigt', pressed: false })).toBeVisible();
  await page.getByRole('link', { name: /^Next/ }).scrollIntoViewIfNeeded();
  await expect(tick(page, 'Lang')).toBeVisible();

  await page.goto(`/courses/${course.slug}`);
  await expect(page.getByText('1 von 2 Lektionen erledigt')).toBeVisible();
  await expectAccessible(page, 'course with progress');
  await page.getByRole('link', { name: 'Continue Learning' }).click();
  await expect(page).toHaveURL(lessonPath(course, 1));
  await page.goto(`/courses/${course.slug}`);
  await page.getByRole('button', { name: 'Fortschritt zurücksetzen' }).click();
  await page.reload();
  await expect(page.getByText('0 von 2 Lektionen erledigt')).toBeVisible();
});

test('Reader can walk through a course with the arrow keys and back with the browser', {
  tag: '@crossing',
}, async ({ page, content }) => {
  const course = await content.addCourseOf({ Eins: [{ title: 'A' }], Zwei: [{ title: 'B' }, { title: 'C' }] });
  await page.goto(lessonPath(course, 0));
  await expect(page.getByRole('link', { name: 'Next B' })).toBeVisible();
  for (const [key, name] of [
    ['ArrowRight', 'B'],
    ['ArrowRight', 'C'],
    ['ArrowRight', 'C'],
    ['ArrowLeft', 'B'],
  ] as const) {
    await page.keyboard.press(key);
    await hasTitle(page, name);
  }
  await page.goBack();
  await hasTitle(page, 'C');
});

test('Reader can press an arrow key while the page is hydrated; one that the hydrated lesson ignored is not replayed into the next', async ({
  page,
  content,
}) => {
  const course = await content.addCourseOf({ Eins: [{ title: 'A' }, { title: 'B' }] });
  await page.addInitScript(
    (replayed) => addEventListener(replayed, () => document.documentElement.setAttribute('data-replayed', '')),
    REPLAYED,
  );
  // A slow processor prolongs the time between the hydration of the frame and that of the lesson.
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 6 });
  for (const _round of [1, 2, 3]) {
    await page.goto(lessonPath(course, 0));
    await frameHydrated(page);
    await page.keyboard.press('ArrowRight');
    await hasTitle(page, 'B');

    await page.goto(lessonPath(course, 1));
    await page.keyboard.press('ArrowRight');
    await frameHydrated(page);
    // React stores its own property on hydrated elements.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('h1') ?? {}).some((key) => /^__react/.test(key)),
    );
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('[data-replayed]')).toHaveCount(1);
    await hasTitle(page, 'A');
    await page.keyboard.press('ArrowRight');
    await hasTitle(page, 'B');
  }
});

test('Reader can use the lesson sidebar on a phone by keyboard alone', async ({ page, content }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const course = await content.addCourseOf({ Eins: [{ title: 'A', content: LONG }, { title: 'B' }] });
  await page.goto(lessonPath(course, 0));
  const toggle = page.getByRole('button', { name: 'Course Content' });
  const link = page.getByRole('navigation', { name: 'Course Content' }).getByRole('link', { name: /B/ });
  await expect(link).toBeHidden();
  await toggle.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page, 'lesson with open sidebar', LOOKS[0]);
  for (let times = 0; times < 2; times += 1) await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await hasTitle(page, 'B');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
});
