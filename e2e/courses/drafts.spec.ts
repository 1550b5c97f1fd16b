import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { editorClient } from '../platform/sign-in.ts';
import { openBuilder, shown, test } from './given-course.ts';

test('Editor adds a lesson in the draft of a public course, and visitors get it once it is published', async ({
  editor,
  addCourse,
  request,
}) => {
  const course = await addCourse([1]);
  const client = await editorClient(request);
  const published = client.from('courses').update({ is_published: true }).eq('id', course.id).select('slug').single();
  const { slug } = (await published.throwOnError()).data;
  const visited = async () => (await request.get(`/courses/${slug}`)).text();
  await openBuilder(editor, course);
  await editor.getByRole('button', { name: 'Save Draft' }).press('Enter');
  await expect(editor.getByText('Published, with changes')).toBeVisible();
  await expect(editor.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(editor, 'builder with a draft');
  await expect.poll(visited).toContain('L1.1');

  await editor.getByRole('link', { name: 'Add Lesson' }).press('Enter');
  await editor.getByLabel('Title', { exact: true }).fill('L1.2');
  await editor.getByLabel('Content').fill('Ein neuer Text.');
  await editor.getByRole('button', { name: 'Create Lesson' }).press('Enter');
  await expect.poll(() => shown(editor)).toEqual(['M1', 'L1.1', 'L1.2']);
  expect(await visited()).not.toContain('L1.2');
  await editor.getByRole('button', { name: 'Show Changes' }).press('Enter');
  await expect(editor.getByRole('region', { name: 'Changes of the draft' })).toContainText('L1.2');
  await expectAccessible(editor, 'changes of the draft of a course');

  await editor.getByRole('button', { name: 'Publish Draft' }).press('Enter');
  await expect(editor.getByText('Published, with changes')).toHaveCount(0);
  await expect.poll(visited).toContain('L1.2');
});
