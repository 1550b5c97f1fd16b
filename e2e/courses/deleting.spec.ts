import { expect, type Page } from '@playwright/test';
import { openBuilder, shown, test } from './given-course.ts';

const deleteOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ hasText: title }).last().getByRole('button', { name: 'Delete' }).first();

async function deleteByKeyboard(page: Page) {
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
}

test('After a deletion by keyboard the focus moves to the next row', { tag: '@smoke' }, async ({
  editor,
  addCourse,
}) => {
  await openBuilder(editor, await addCourse([2, 1]));
  await deleteOf(editor, 'L1.1').focus();
  await deleteByKeyboard(editor);
  await expect.poll(() => shown(editor)).toEqual(['M1', 'L1.2', 'M2', 'L2.1']);
  await expect(deleteOf(editor, 'L1.2')).toBeFocused();
  await editor.getByRole('button', { name: 'Delete' }).first().focus();
  await deleteByKeyboard(editor);
  await expect.poll(() => shown(editor)).toEqual(['M2', 'L2.1']);
  await expect(editor.getByRole('button', { name: 'Delete' }).first()).toBeFocused();
  await deleteByKeyboard(editor);
  await expect(editor.getByText('No modules yet')).toBeVisible();
  await expect(editor.getByRole('heading', { level: 1 })).toBeFocused();
});
