import { expect } from '@playwright/test';
import { lessonPath, test } from './content.ts';

const MODULES = {
  Anfang: [{ title: 'Erste' }, { title: 'Zweite' }],
  Schluss: [{ title: 'Dritte', content: '## Ganz am Ende' }],
};

test('Reader can open modules by keyboard and start learning', { tag: '@smoke' }, async ({ page, content }) => {
  const course = await content.addCourseOf(MODULES);
  await page.goto(`/courses/${course.slug}`);
  await expect(page.getByRole('link', { name: /Erste/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Dritte/ })).toBeHidden();
  await page.locator('summary', { hasText: 'Schluss' }).press('Enter');
  await expect(page.getByRole('link', { name: /Dritte/ })).toBeVisible();
  await page.getByRole('link', { name: 'Start Learning' }).click();
  await expect(page).toHaveURL(lessonPath(course, 0));
});

test('A thumbnail that cannot be loaded leaves the drawn one', async ({ page, content }) => {
  const [course] = await content.addCourses([
    { title: content.word, thumbnail_url: 'https://images.example/none.png' },
  ]);
  await page.route('https://images.example/**', (route) => route.fulfill({ status: 404 }));
  await page.goto(`/courses/${course?.slug}`);
  const picture = page.locator('header img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  const drawing = page.locator('header:has(h1) svg[viewBox="0 0 640 360"]');
  await expect(drawing).toBeVisible();
  const [over, under] = [await picture.boundingBox(), await drawing.boundingBox()];
  expect(over === null || under?.height === over.height).toBe(true);
});

for (const address of ['kein-kurs', 'eigener-assistent-mit-rag']) {
  test(`/courses/${address}, which is no course or a draft, is Course Not Found`, async ({ page }) => {
    const response = await page.goto(`/courses/${address}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Course Not Found' })).toBeVisible();
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('Reader can open modules and read through the lessons', { tag: '@smoke' }, async ({ page, content }) => {
    const course = await content.addCourseOf(MODULES);
    await page.goto(`/courses/${course.slug}`);
    await page.locator('summary', { hasText: 'Schluss' }).click();
    await expect(page.getByRole('link', { name: /Dritte/ })).toBeVisible();
    await page.getByRole('link', { name: 'Start Learning' }).click();
    await page.getByRole('link', { name: /^Next/ }).click();
    await page.getByRole('link', { name: /^Next/ }).click();
    await expect(page.getByRole('heading', { name: 'Ganz am Ende' })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('navigation', { name: 'Course Content' }).getByRole('link', { name: /Erste/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: /Erste/ })).toBeVisible();
  });
});
