import { expect, type Locator, type Page } from '@playwright/test';
import { lineOf, openBuilder, shown, test } from './given-course.ts';

const PHONE = { width: 390, height: 844 };
/** Delete has no room beside the others. */
const SMALL_PHONE = { width: 320, height: 640 };

const topOf = async (element: Locator) => (await element.boundingBox())?.y;
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();

test('Editor finds the actions of a row in one line on a phone, the rest behind one button, and orders and deletes lessons', async ({
  editor,
  addCourse,
}) => {
  await editor.setViewportSize(PHONE);
  const course = await addCourse([2]);
  await editor.goto('/admin/courses');
  const row = editor.getByRole('row').filter({ hasText: course.title });
  const more = row.getByRole('button', { name: 'More actions' });
  await more.waitFor();
  expect(await topOf(row.getByRole('link', { name: 'Edit' }))).toBe(await topOf(more));
  await expect(row.getByRole('button', { name: 'Delete' })).toBeVisible();
  await editor.setViewportSize(SMALL_PHONE);
  await expect(row.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await more.click();
  await row.getByRole('button', { name: 'Delete' }).click();
  await editor.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(more).toBeFocused();

  await openBuilder(editor, course);
  const moreOf = (title: string) => lineOf(editor, title).getByRole('button', { name: 'More actions' });
  await moreOf('L1.1').press('Enter');
  await lineOf(editor, 'L1.1').getByRole('button', { name: 'Delete' }).press('Enter');
  await confirm(editor);
  await expect.poll(() => shown(editor)).toEqual(['M1', 'L1.2']);
  await expect(editor.getByRole('button', { name: 'Undo' })).toBeFocused();
});

test('Small controls are targets of at least 24 px, and the buttons of a form are side by side', async ({
  editor,
  addCourse,
}) => {
  await openBuilder(editor, await addCourse([1, 1]));
  const box = await editor.getByRole('checkbox', { name: 'Modules only' }).boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  await editor.goto('/admin/workshops');
  await editor.getByRole('link', { name: 'Edit' }).first().click();
  const submit = editor.getByRole('button', { name: 'Update Workshop' });
  await submit.waitFor();
  for (const width of [360, 390]) {
    await editor.setViewportSize({ width, height: 844 });
    for (const name of ['Cancel', 'Save Draft']) {
      expect(await topOf(editor.getByRole('button', { name })), `${name} at ${width}`).toBe(await topOf(submit));
    }
  }
});

test('The list of courses fits its frame from 1280 px on, and its edge cuts no button at any width', async ({
  editor,
}) => {
  await editor.goto('/admin/courses');
  const frame = editor.getByRole('group', { name: 'Online Courses' });
  await frame.getByRole('row').nth(1).waitFor();
  for (const width of [390, 1280, 1360, 1439, 1440]) {
    await editor.setViewportSize({ width, height: 900 });
    const look = () =>
      frame.evaluate((element) => {
        const { right } = element.getBoundingClientRect();
        const buttons = [...element.querySelectorAll('td :is(a, button)')];
        const beyond = buttons.filter((one) => one.getBoundingClientRect().right > right);
        const hidden = innerWidth < 1280 ? 0 : element.scrollWidth - element.clientWidth;
        return { hidden, cut: beyond.map((one) => one.textContent) };
      });
    await expect.poll(look, `at ${width}`).toEqual({ hidden: 0, cut: [] });
  }
});
