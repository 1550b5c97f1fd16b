import { expectAccessible } from '../accessibility.ts';
import { openBuilder, test } from './given-course.ts';

test('The list and the form of courses are accessible with a question and with errors', async ({ editor }) => {
  await editor.goto('/admin/courses');
  await editor.getByRole('button', { name: 'Delete' }).first().click();
  await expectAccessible(editor, 'question in the list of courses');
  await editor.goto('/admin/courses/new');
  await editor.getByRole('button', { name: 'Create Course' }).click();
  await editor.getByText('Title is required').waitFor();
  await expectAccessible(editor, 'form of a course with errors');
});

test('The builder is accessible: outline, moving, forms, preview, undo and history', async ({ editor, addCourse }) => {
  test.slow();
  const course = await addCourse([2, 1]);
  await openBuilder(editor, course);
  await editor.getByRole('button', { name: 'Reorder L1.1' }).focus();
  for (const key of ['Space', 'ArrowDown']) await editor.keyboard.press(key);
  await expectAccessible(editor, 'while moving');
  await editor.keyboard.press('Escape');
  await editor.getByRole('button', { name: 'Move to…' }).first().click();
  await expectAccessible(editor, 'move question');
  await editor.keyboard.press('Escape');
  await editor.getByRole('link', { name: 'Add Module' }).click();
  await editor.getByRole('button', { name: 'Create Module' }).waitFor();
  await expectAccessible(editor, 'module form');
  await openBuilder(editor, course);
  await editor.getByRole('link', { name: 'Add Lesson' }).first().click();
  await editor.getByLabel('Title', { exact: true }).fill('Titel');
  await editor.getByLabel('Content').fill('## Teil\n\nText');
  await editor.getByRole('heading', { name: 'Teil' }).waitFor();
  await expectAccessible(editor, 'lesson form');
  await editor.getByRole('button', { name: 'Create Lesson' }).click();
  await editor.getByRole('link', { name: 'Preview' }).first().click();
  await editor.getByRole('heading', { name: 'Lesson Preview' }).waitFor();
  await expectAccessible(editor, 'preview');

  await openBuilder(editor, course);
  await editor.getByRole('button', { name: 'Delete' }).first().click();
  await editor.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await editor.getByRole('button', { name: 'Undo' }).focus();
  await expectAccessible(editor, 'offer to undo');
  await editor.getByRole('button', { name: 'Show history' }).click();
  await editor.getByRole('button', { name: 'Show changes' }).first().click();
  await editor.getByRole('deletion').first().waitFor();
  await expectAccessible(editor, 'history');
  await editor.getByRole('region', { name: 'History' }).getByRole('button', { name: 'Restore' }).first().click();
  await expectAccessible(editor, 'question of the history');
});
