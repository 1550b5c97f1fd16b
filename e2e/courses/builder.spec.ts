import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { expectStored, handle, openBuilder, shown, test } from './given-course.ts';

const announced = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1);

test('Editor can drag a lesson into another module', { tag: ['@smoke', '@crossing'] }, async ({
  editor,
  addCourse,
}) => {
  const course = await addCourse([2, 2]);
  await openBuilder(editor, course);
  // The release before asks for another function.
  const saved = editor.waitForResponse(/\/rpc\/(save_outline|reorder_course)$/);
  await handle(editor, 'L1.1').hover();
  await editor.mouse.down();
  await handle(editor, 'L2.1').hover();
  await handle(editor, 'L2.2').hover();
  await editor.mouse.up();
  await expect.poll(() => shown(editor)).toEqual(['M1', 'L1.2', 'M2', 'L2.1', 'L2.2', 'L1.1']);
  expect((await saved).ok()).toBe(true);
  await expectStored(editor, course, ['M1', 'L1.2', 'M2', 'L2.1', 'L2.2', 'L1.1']);
});

test('Editor can drag a lesson by touch on a phone, beyond the end of the screen, and take it back with escape', async ({
  editor,
  addCourse,
}) => {
  await editor.setViewportSize({ width: 390, height: 700 });
  await openBuilder(editor, await addCourse([2, 9]));
  const finger = await editor.context().newCDPSession(editor);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: readonly number[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((y) => ({ x: 40, y })) });
  const drag = async () => {
    await handle(editor, 'L1.1').scrollIntoViewIfNeeded();
    const { y = 0 } = (await handle(editor, 'L1.1').boundingBox()) ?? {};
    await touch('touchStart', y + 10);
    await touch('touchMove', y + 40);
    await touch('touchMove', 690);
    await announced(editor, 'Lesson “L1.1” is number 10 of 10 in module “M2”.');
  };
  await drag();
  await editor.keyboard.press('Escape');
  await touch('touchEnd');
  expect((await shown(editor)).slice(0, 3)).toEqual(['M1', 'L1.1', 'L1.2']);
  await drag();
  await touch('touchEnd');
  await expect.poll(async () => (await shown(editor)).at(-1)).toBe('L1.1');
});

test('Editor can reorder by keyboard alone, each position is announced, and a move can be taken back', async ({
  editor,
  addCourse,
}) => {
  const course = await addCourse([2, 1]);
  await openBuilder(editor, course);
  for (const end of ['Tab', 'Escape']) {
    await handle(editor, 'L1.1').focus();
    for (const key of ['Space', 'ArrowDown', end]) await editor.keyboard.press(key);
    await announced(editor, 'Cancelled.');
    expect(await shown(editor)).toEqual(['M1', 'L1.1', 'L1.2', 'M2', 'L2.1']);
  }
  await handle(editor, 'L1.2').focus();
  for (const [key, text] of [
    ['Space', 'Picked up. Lesson “L1.2” is number 2 of 2 in module “M1”.'],
    ['ArrowDown', 'Lesson “L1.2” is number 1 of 2 in module “M2”.'],
    ['ArrowDown', 'Lesson “L1.2” is number 2 of 2 in module “M2”.'],
    ['Space', 'Dropped. Lesson “L1.2” is number 2 of 2 in module “M2”.'],
  ] as const) {
    await editor.keyboard.press(key);
    await announced(editor, text);
  }
  await expect(handle(editor, 'L1.2')).toBeFocused();
  await expectStored(editor, course, ['M1', 'L1.1', 'M2', 'L2.1', 'L1.2']);
});

test('Editor can press keys faster than the page is drawn', async ({ editor, addCourse }) => {
  const course = await addCourse([2, 2, 1]);
  await openBuilder(editor, course);
  await handle(editor, 'L1.1').focus();
  const keys = ['Enter', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'Space'];
  // The keys arrive in this order, and none waits until the page has handled the one before.
  await Promise.all(keys.map((key) => editor.keyboard.press(key)));
  const order = ['M1', 'L1.2', 'M2', 'L2.1', 'L2.2', 'L1.1', 'M3', 'L3.1'];
  await expect.poll(() => shown(editor)).toEqual(order);
  await expect(handle(editor, 'L1.1')).toBeFocused();
  await expectStored(editor, course, order);
});

// Its forms and previews are among the pages that staff reach by links.
test('The builder is accessible while rows are moved, undone and restored', async ({ editor, addCourse }) => {
  const course = await addCourse([2, 1]);
  await openBuilder(editor, course);
  await editor.getByRole('button', { name: 'Reorder L1.1' }).focus();
  for (const key of ['Space', 'ArrowDown']) await editor.keyboard.press(key);
  await expectAccessible(editor, 'while moving');
  await editor.keyboard.press('Escape');
  await editor.getByRole('button', { name: 'Move to…' }).first().click();
  await expectAccessible(editor, 'move question');
  await editor.keyboard.press('Escape');
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
