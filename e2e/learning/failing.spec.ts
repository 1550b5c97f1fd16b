import { expect, type Page } from '@playwright/test';
import { holdRequests } from '../platform/held-requests.ts';
import { hydrate } from '../platform/hydrate.ts';
import { lessonPath, test } from './content.ts';

const READS = /\/_data\/|\/rest\/v1\//;

/** Makes the page's reads fail until the returned function is called. */
async function failReads(page: Page): Promise<() => Promise<void>> {
  await page.route(READS, (route) => route.abort());
  return () => page.unroute(READS);
}

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Die Daten konnten nicht geladen werden.' });
const retry = (page: Page) => notice(page).getByRole('button', { name: 'Erneut versuchen' });

test('Reader of a list that cannot be read sees a notice and can retry', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/online-courses');
  await hydrate(page);
  const recover = await failReads(page);
  await page.getByRole('searchbox').fill('ki-grundlagen');
  await expect(notice(page)).toBeVisible();
  await expect(page.getByText('No courses found matching your criteria.')).toBeVisible();
  await expect(page.getByText(/\d courses? found/)).toHaveCount(0);
  await recover();
  await retry(page).click();
  await expect(page.getByRole('link', { name: 'KI-Grundlagen für Lehrende' })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test('Reader of a course and a lesson that cannot be read can try again', async ({ page, content }) => {
  const course = await content.addCourseOf({ Eins: [{ title: 'A' }, { title: 'B', content: 'Der Text von B.' }] });
  await page.goto(`/online-courses?suche=${content.word}`);
  await hydrate(page);
  let recover = await failReads(page);
  await page.getByRole('link', { name: course.title }).click();
  await expect(page.getByRole('heading', { name: 'Course Not Found' })).toBeVisible();
  await recover();
  await retry(page).click();
  await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible();

  await page.goto(lessonPath(course, 0));
  await hydrate(page);
  recover = await failReads(page);
  await page.getByRole('link', { name: 'Next B' }).click();
  await expect(page.getByRole('heading', { name: 'Lesson Not Found' })).toBeVisible();
  await recover();
  await retry(page).click();
  await expect(page.getByText('Der Text von B.')).toBeVisible();
});

test('Reader with a slow connection sees the next page and its loading text at once', async ({ page, content }) => {
  const course = await content.addCourseOf({ Eins: [{ title: 'A' }, { title: 'B' }] });
  await page.goto(lessonPath(course, 0));
  await hydrate(page);
  const release = await holdRequests(page, READS);
  await page.getByRole('link', { name: 'Next B' }).click();
  await expect(page).toHaveURL(lessonPath(course, 1));
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Course Content' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Text: B');
});

test('A list that is being filtered keeps its entries and says that it is loading', async ({ page, content }) => {
  await content.addCourses([{ title: `Eins ${content.word}` }]);
  await page.goto('/online-courses');
  await hydrate(page);
  const before = await page.getByRole('article').count();
  const release = await holdRequests(page, READS);
  await page.getByRole('searchbox').fill(content.word);
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(before);
  release();
  await expect(page.getByRole('article')).toHaveCount(1);
});
