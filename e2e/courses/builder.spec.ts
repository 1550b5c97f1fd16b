import { expect, type Page } from '@playwright/test';
import { expectStored, handle, lineOf, openBuilder, shown, test } from './given-course.ts';

const announced = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1);

async function press(page: Page, ...keys: readonly string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

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
  for (const key of ['Tab', 'Escape']) {
    await handle(editor, 'L1.1').focus();
    await press(editor, 'Space', 'ArrowDown', key);
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

  await handle(editor, 'M1').focus();
  await press(editor, 'Enter', 'ArrowDown');
  await announced(editor, 'Module “M1” is number 2 of 2.');
  await editor.keyboard.press('Enter');
  await expectStored(editor, course, ['M2', 'L2.1', 'L1.2', 'M1', 'L1.1']);
});

test('Editor can press keys faster than the page is drawn', async ({ editor, addCourse }) => {
  const course = await addCourse([2, 2, 1]);
  await openBuilder(editor, course);
  await handle(editor, 'L1.1').focus();
  const keys = ['Enter', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'Space'];
  // The keys arrive in this order, and none waits until the page has handled the one before.
  await Promise.all(keys.map((key) => editor.keyboard.press(key)));
  await expect.poll(() => shown(editor)).toEqual(['M1', 'L1.2', 'M2', 'L2.1', 'L2.2', 'L1.1', 'M3', 'L3.1']);
  await expect(handle(editor, 'L1.1')).toBeFocused();
  await expectStored(editor, course, ['M1', 'L1.2', 'M2', 'L2.1', 'L2.2', 'L1.1', 'M3', 'L3.1']);
});

test('Editor sees a step in a course of 40 modules and 400 lessons with the next frame', async ({
  editor,
  addCourse,
}) => {
  test.slow();
  await openBuilder(editor, await addCourse(Array.from({ length: 40 }, () => 10)));
  const button = lineOf(editor, 'L20.5').getByRole('button', { name: 'Move down' });
  await button.scrollIntoViewIfNeeded();
  await button.evaluate(async (element: HTMLElement) => {
    element.click();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  });
  const order = await shown(editor);
  expect(order.indexOf('L20.5')).toBe(order.indexOf('L20.6') + 1);
});
