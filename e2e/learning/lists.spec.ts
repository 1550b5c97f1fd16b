import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test } from './content.ts';

test('Reader can search workshops, share the result, reload it and walk back, and choose a category by keyboard', {
  tag: '@smoke',
}, async ({ page, request, content }) => {
  const word = content.word.toUpperCase();
  await content.addWorkshops([{ title: `Eins ${content.word}` }, { title: `Zwei ${content.word}` }]);
  await page.goto('/workshops');
  const box = page.getByRole('searchbox', { name: 'Search' });
  await box.pressSequentially(word, { delay: 60 });
  // A part of the word may already find these two, so the address tells when all of it was applied.
  await expect.poll(() => new URL(page.url()).searchParams.get('suche')).toBe(word);
  await expect(page.getByText('2 workshops found', { exact: true })).toBeVisible();
  const html = await (await request.get(page.url())).text();
  expect(html).toContain('2 workshops found');
  expect(html.match(/<article/g)).toHaveLength(2);

  await page.reload();
  await expect(box).toHaveValue(word);
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.goBack();
  await expect(box).toHaveValue('');
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(4);
  await page.goForward();
  await expect(page.getByRole('article')).toHaveCount(2);

  const filter = page.getByRole('combobox', { name: 'Category' });
  await filter.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/kategorie=/);
  await expect(filter).toBeFocused();
  await expect(page.getByText('No workshops found matching your criteria.')).toBeVisible();
  await expectAccessible(page, 'workshops, empty');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('Reader can filter courses with the form, and page on', async ({ page, content }) => {
    await content.addCourses(
      Array.from({ length: 101 }, (_, index) => ({ title: `${content.word} ${index}`, difficulty_level: 'advanced' })),
    );
    await page.goto('/online-courses');
    await page.getByRole('searchbox', { name: 'Search' }).fill(content.word);
    await page.getByRole('combobox', { name: 'Level' }).selectOption('advanced');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page.getByText('101 courses found, showing 1 to 100')).toBeVisible();
    await page.getByRole('link', { name: 'Weitere Kurse' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('combobox', { name: 'Level' })).toHaveValue('advanced');
  });
});
