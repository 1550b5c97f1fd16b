import { expect } from '@playwright/test';
import { holdRequests } from '../platform/held-requests.ts';
import { test } from './content.ts';

const LISTS = [
  { path: '/workshops', one: 'workshop', add: 'addWorkshops', more: 'Weitere Workshops' },
  { path: '/online-courses', one: 'course', add: 'addCourses', more: 'Weitere Kurse' },
] as const;

for (const { path, one, add, more } of LISTS) {
  test(`Reader can search ${path}, share the result, reload it and walk back`, { tag: '@smoke' }, async ({
    page,
    content,
  }) => {
    await content[add]([{ title: `Eins ${content.word}` }, { title: `Zwei ${content.word}` }]);
    await page.goto(path);
    const box = page.getByRole('searchbox', { name: 'Search' });
    const entries = await page.evaluate(() => history.length);
    await box.pressSequentially(`${content.word.toUpperCase()}`, { delay: 60 });
    // A part of the word may already find these two, so the address tells when all of it was applied.
    await expect.poll(() => new URL(page.url()).searchParams.get('suche')).toBe(content.word.toUpperCase());
    await expect(page.getByText(`2 ${one}s found`, { exact: true })).toBeVisible();
    expect(await page.evaluate(() => history.length)).toBe(entries + 1);

    await page.reload();
    await expect(box).toHaveValue(content.word.toUpperCase());
    await expect(page.getByRole('article')).toHaveCount(2);

    await page.goBack();
    await expect(box).toHaveValue('');
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(4);
    await page.goForward();
    await expect(box).toHaveValue(content.word.toUpperCase());
    await expect(page.getByRole('article')).toHaveCount(2);
  });

  test(`Reader gets ${path} filtered in the HTML`, { tag: '@smoke' }, async ({ request, content }) => {
    await content[add]([{ title: `Eins ${content.word}` }]);
    const html = await (await request.get(`${path}?suche=${content.word}`)).text();
    expect(html).toContain(`1 ${one} found`);
    expect(html.match(/<article/g)).toHaveLength(1);
  });

  test(`Reader can choose a category of ${path} by keyboard and clear it`, async ({ page }) => {
    await page.goto(path);
    const filter = page.getByRole('combobox', { name: 'Category' });
    await filter.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/\?kategorie=/);
    await expect(filter).toBeFocused();
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await expect(page).toHaveURL(path);
    await expect(filter).toHaveValue('');
    await expect(page.getByRole('searchbox')).toBeFocused();
  });

  test(`Reader can page through a long list at ${path}`, async ({ page, content }) => {
    await content[add](Array.from({ length: 120 }, (_, index) => ({ title: `${content.word} ${index}` })));
    await page.goto(`${path}?suche=${content.word}`);
    await expect(page.getByText(`120 ${one}s found, showing 1 to 100`)).toBeVisible();
    await page.getByRole('link', { name: more }).click();
    await expect(page.getByText(`120 ${one}s found, showing 101 to 120`)).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(20);
  });

  test(`Input in ${path} before scripts run is not lost`, async ({ page, content }) => {
    await content[add]([{ title: `Eins ${content.word}` }]);
    const release = await holdRequests(page, /\.js$/);
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('searchbox').fill(content.word);
    release();
    await expect(page.getByText(`1 ${one} found`, { exact: true })).toBeVisible();
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('Reader can filter courses with the form, page on, and clear', { tag: '@smoke' }, async ({ page, content }) => {
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
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await page.getByRole('searchbox').fill('ki-grundlagen');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.getByRole('link', { name: 'KI-Grundlagen für Lehrende' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'KI-Grundlagen für Lehrende' })).toBeVisible();
  });

  test('Reader can read the details of a workshop and keeps the filter', async ({ page, content }) => {
    await content.addWorkshops([
      { title: `Eins ${content.word}`, content: '## Ablauf am Tag', learning_objectives: '- Ziel' },
    ]);
    await page.goto(`/workshops?suche=${content.word}`);
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(page.getByRole('heading', { name: 'Ablauf am Tag' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(1);
  });
});
