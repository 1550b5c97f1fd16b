import { expect, type Page } from '@playwright/test';
import { type GivenCourse, openBuilder, shown, test } from '../courses/given-course.ts';

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

/** A wide window shows all actions in the row, without a menu. */
async function deleteIn(page: Page, title: string) {
  await rowOf(page, title).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
}

const history = (page: Page) => page.getByRole('region', { name: 'History' });

async function openHistory(page: Page, course: GivenCourse) {
  await page.goto(`/admin/courses/edit/${course.id}`);
  await page.getByRole('button', { name: 'Show history' }).click();
  await expect(history(page).getByText('Current version')).toBeVisible();
}

test('Editor can undo a deletion', { tag: '@smoke' }, async ({ editor, addCourse }) => {
  const course = await addCourse([1]);
  await editor.goto('/admin/courses');
  await expect(editor).toHaveTitle('Online Courses · KI-Lernplattform');
  await deleteIn(editor, course.title);
  await expect(editor.getByText(`“${course.title}” was deleted.`)).toBeVisible();
  await expect(rowOf(editor, course.title)).toHaveCount(0);
  const undo = editor.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await editor.keyboard.press('Enter');
  await expect(editor.getByText(`“${course.title}” is back.`)).toBeVisible();
  await expect(rowOf(editor, course.title)).toBeVisible();
  await expect(editor.getByRole('button', { name: 'Dismiss' })).toBeFocused();
});

test('Editor can restore a course with all lessons from the trash', async ({ editor, addCourse }) => {
  const course = await addCourse([2, 0, 3]);
  await editor.goto('/admin/courses');
  await deleteIn(editor, course.title);
  await expect(rowOf(editor, course.title)).toHaveCount(0);
  await editor.getByRole('link', { name: 'Trash' }).click();
  const row = rowOf(editor, course.title);
  await expect(row).toContainText('3 modules, 5 lessons');
  await expect(row).toContainText('admin@example.com');
  await row.getByRole('button', { name: 'Restore' }).click();
  await expect(row).toHaveCount(0);
  // A restored course keeps its id, and so its address.
  await openBuilder(editor, course);
  expect(await shown(editor)).toEqual(['M1', 'L1.1', 'L1.2', 'M2', 'M3', 'L3.1', 'L3.2', 'L3.3']);
});

test('Editor can see who changed a post and go back to an earlier state', { tag: ['@smoke', '@crossing'] }, async ({
  editor,
}) => {
  const slug = `verlauf-${crypto.randomUUID()}`;
  await editor.goto('/admin/posts/new');
  await editor.getByLabel('Title').fill(`Verlauf ${slug}`);
  await editor.getByLabel('Slug').fill(slug);
  await editor.getByLabel('Content').fill('Ein kurzer Text über KI.');
  await editor.getByLabel('Publish Date').fill('2001-01-01T10:00');
  await editor.getByRole('button', { name: 'Create Post' }).click();
  await editor.waitForURL('**/admin');
  await editor.goto(`/admin?q=${slug}`);
  await rowOf(editor, slug).getByRole('link', { name: 'Edit' }).click();
  await editor.getByLabel('Content').fill('Ein langer Text über KI.');
  await editor.getByRole('button', { name: 'Update Post' }).click();
  await editor.waitForURL('**/admin');
  await editor.goto(`/admin?q=${slug}`);
  await rowOf(editor, slug).getByRole('link', { name: 'Edit' }).click();

  await editor.getByRole('button', { name: 'Show history' }).click();
  const entries = history(editor).getByRole('listitem');
  const newest = entries.filter({ hasText: 'Current version' });
  await expect(newest).toContainText('admin@example.com');
  await newest.getByRole('button', { name: 'Show changes' }).click();
  await expect(newest.getByRole('deletion')).toHaveText('kurzer');
  await expect(newest.getByRole('insertion')).toHaveText('langer');

  await history(editor).getByRole('button', { name: 'Restore' }).last().click();
  await editor.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(editor.getByText(/^This is the version of .* again\.$/)).toBeVisible();
  await expect(editor.getByLabel('Content')).toHaveValue('Ein kurzer Text über KI.');
  await editor.goto(`/post/${slug}`);
  await expect(editor.getByText('Ein kurzer Text über KI.')).toBeVisible();

  await editor.goto(`/admin?q=${slug}`);
  await deleteIn(editor, slug);
  await expect(rowOf(editor, slug)).toHaveCount(0);
});

test('Editor can go back to a course as it was, modules and lessons included', async ({ editor, addCourse }) => {
  const course = await addCourse([2, 1]);
  await openBuilder(editor, course);
  await editor
    .getByRole('listitem')
    .filter({ hasText: 'M1' })
    .first()
    .getByRole('button', { name: 'Delete' })
    .first()
    .click();
  await editor.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => shown(editor)).toEqual(['M2', 'L2.1']);
  await openHistory(editor, course);
  await history(editor).getByRole('button', { name: 'Restore' }).first().click();
  await editor.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(editor.getByText(/^This is the version of .* again\.$/)).toBeVisible();
  await openBuilder(editor, course);
  expect(await shown(editor)).toEqual(['M1', 'L1.1', 'L1.2', 'M2', 'L2.1']);
});
