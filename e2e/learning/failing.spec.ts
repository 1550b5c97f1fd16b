import { expect, type Page } from '@playwright/test';
import { holdRequests } from '../platform/held-requests.ts';
import { hydrate } from '../platform/hydrate.ts';
import { lessonPath, test } from './content.ts';

const READS = /\/_data\/|\/rest\/v1\//;

/** Opens a page whose later reads fail, does something that reads, and retries the reads once they work again. */
async function retryAfter(page: Page, address: string, act: () => Promise<void>, empty: string): Promise<void> {
  await page.goto(address);
  await hydrate(page);
  await page.route(READS, (route) => route.abort());
  await act();
  const notice = page.getByRole('alert').filter({ hasText: 'Die Daten konnten nicht geladen werden.' });
  await expect(notice).toBeVisible();
  await expect(page.getByText(empty)).toBeVisible();
  await expect(page.getByText(/\d courses? found/)).toHaveCount(0);
  await page.unroute(READS);
  await notice.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(notice).toHaveCount(0);
}

test('Reader of a list, a course and a lesson that cannot be read sees a notice and can retry', async ({
  page,
  content,
}) => {
  const course = await content.addCourseOf({ Eins: [{ title: 'A' }, { title: 'B', content: 'Der Text von B.' }] });
  const search = () => page.getByRole('searchbox').fill(content.word);
  await retryAfter(page, '/online-courses', search, 'No courses found matching your criteria.');
  const link = page.getByRole('link', { name: course.title });
  await expect(link).toBeVisible();
  await retryAfter(page, `/online-courses?suche=${content.word}`, () => link.click(), 'Course Not Found');
  await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible();
  const next = () => page.getByRole('link', { name: 'Next B' }).click();
  await retryAfter(page, lessonPath(course, 0), next, 'Lesson Not Found');
  await expect(page.getByText('Der Text von B.')).toBeVisible();

  await page.goto('/online-courses');
  await hydrate(page);
  const entries = page.getByRole('article');
  const before = await entries.count();
  const release = await holdRequests(page, READS);
  await search();
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(entries).toHaveCount(before);
  release();
  await expect(entries).toHaveCount(1);
});
