import { expect } from '@playwright/test';
import { storeCopy, untilRefused } from '../platform/picture-copy.ts';
import { lessonPath, test } from './content.ts';

const MODULES = {
  Anfang: [{ title: 'Erste' }, { title: 'Zweite' }],
  Schluss: [{ title: 'Dritte', content: '## Ganz am Ende' }],
};

test('Reader sees the drawing until the thumbnail of a course is copied, then the copy', async ({ page, content }) => {
  const address = `http://127.0.0.1/other-host/${content.word}.png`;
  const [course] = await content.addCourses([{ title: content.word, thumbnail_url: address }]);
  const paths = [`/courses/${course?.slug}`, `/online-courses?suche=${content.word}`];
  const drawing = page.locator(':is(main, header) svg[viewBox="0 0 640 360"]');
  const picture = page.locator('img[src^="/_pictures/"]');
  for (const path of paths) {
    await page.goto(path);
    await expect(drawing).toHaveCount(1);
    await expect(page.locator('img')).toHaveCount(0);
  }
  await untilRefused(address);
  await storeCopy(address);
  for (const path of paths) {
    await expect(async () => {
      await page.goto(path);
      await expect(picture).toBeVisible({ timeout: 100 });
    }).toPass();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeTruthy();
    await expect(drawing).toHaveCount(0);
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('Reader can open modules by keyboard and read through the lessons', { tag: '@smoke' }, async ({
    page,
    content,
  }) => {
    const course = await content.addCourseOf(MODULES);
    await page.goto(`/courses/${course.slug}`);
    await expect(page.getByRole('link', { name: /Erste/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /Dritte/ })).toBeHidden();
    await page.locator('summary', { hasText: 'Schluss' }).press('Enter');
    await expect(page.getByRole('link', { name: /Dritte/ })).toBeVisible();
    await page.getByRole('link', { name: 'Start Learning' }).click();
    await expect(page).toHaveURL(lessonPath(course, 0));
    for (const _step of [1, 2]) await page.getByRole('link', { name: /^Next/ }).click();
    await expect(page.getByRole('heading', { name: 'Ganz am Ende' })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('navigation', { name: 'Course Content' }).getByRole('link', { name: /Erste/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: /Erste/ })).toBeVisible();
  });
});
