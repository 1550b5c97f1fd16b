import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { lessonPath, test } from './content.ts';

test('Lists, empty lists and details are accessible', async ({ page }) => {
  test.slow();
  for (const path of ['/workshops', '/online-courses']) {
    await page.goto(`${path}?suche=ki`);
    await expectAccessible(page, path);
    await page.goto(`${path}?suche=gibt-es-nicht`);
    await expect(page.getByText(/found matching your criteria/)).toBeVisible();
    await expectAccessible(page, `${path}, empty`);
  }
  await page.goto('/workshops');
  await page.getByRole('button', { name: 'Details' }).first().click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Lernziele' })).toBeVisible();
  await expectAccessible(page, 'details');
});

test('Course pages and lessons are accessible', async ({ page, content }) => {
  test.slow();
  const course = await content.addCourseOf({
    Eins: [
      { title: 'Text', content: '## Abschnitt\n\n```python\nprint("x")\n```', duration: '00:10:00' },
      { title: 'Zwei' },
    ],
  });
  await page.goto(lessonPath(course, 0));
  await page.getByRole('button', { name: 'Erledigt' }).click();
  await expect(page.getByRole('button', { name: 'Erledigt', pressed: true })).toBeVisible();
  await expectAccessible(page, 'lesson');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Course Content' }).click();
  await expectAccessible(page, 'lesson with open sidebar');
  await page.goto(`/courses/${course.slug}`);
  await expect(page.getByText('1 von 2 Lektionen erledigt')).toBeVisible();
  await expectAccessible(page, 'course');
  await page.goto('/courses/keiner');
  await expectAccessible(page, 'no course');
  await page.goto(`/courses/${course.slug}/lessons/keine`);
  await expectAccessible(page, 'no lesson');
});
