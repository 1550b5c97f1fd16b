import { expect } from '@playwright/test';
import { expectStored, handle, openBuilder, shown, test } from './given-course.ts';

test('Editor can drag a lesson into another module', { tag: ['@smoke', '@crossing'] }, async ({
  editor,
  addCourse,
}) => {
  const course = await addCourse([2, 2]);
  await openBuilder(editor, course);
  const saved = editor.waitForResponse('**/rpc/reorder_course');
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
  const course = await addCourse([2, 9]);
  await openBuilder(editor, course);
  const finger = await editor.context().newCDPSession(editor);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: readonly number[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((y) => ({ x: 40, y })) });
  const drag = async () => {
    await handle(editor, 'L1.1').scrollIntoViewIfNeeded();
    const { y = 0 } = (await handle(editor, 'L1.1').boundingBox()) ?? {};
    await touch('touchStart', y + 10);
    await touch('touchMove', y + 40);
    await touch('touchMove', 690);
    await expect(
      editor.getByRole('status').filter({ hasText: 'Lesson “L1.1” is number 10 of 10 in module “M2”.' }),
    ).toHaveCount(1);
  };
  await drag();
  await editor.keyboard.press('Escape');
  await touch('touchEnd');
  expect((await shown(editor)).slice(0, 3)).toEqual(['M1', 'L1.1', 'L1.2']);
  await drag();
  await touch('touchEnd');
  await expect.poll(async () => (await shown(editor)).at(-1)).toBe('L1.1');
});

test('Editor can reorder by keyboard alone, and each position is announced', { tag: '@smoke' }, async ({
  editor,
  addCourse,
}) => {
  const course = await addCourse([2, 1]);
  await openBuilder(editor, course);
  const told = (text: string) => expect(editor.getByRole('status').filter({ hasText: text })).toHaveCount(1);
  await handle(editor, 'L1.2').focus();
  await editor.keyboard.press('Space');
  await told('Picked up. Lesson “L1.2” is number 2 of 2 in module “M1”.');
  await editor.keyboard.press('ArrowDown');
  await told('Lesson “L1.2” is number 1 of 2 in module “M2”.');
  await editor.keyboard.press('ArrowDown');
  await told('Lesson “L1.2” is number 2 of 2 in module “M2”.');
  await editor.keyboard.press('Space');
  await told('Dropped. Lesson “L1.2” is number 2 of 2 in module “M2”.');
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
  await expect.poll(() => shown(editor)).toEqual(['M1', 'L1.2', 'M2', 'L2.1', 'L2.2', 'L1.1', 'M3', 'L3.1']);
  await expect(handle(editor, 'L1.1')).toBeFocused();
  await expectStored(editor, course, ['M1', 'L1.2', 'M2', 'L2.1', 'L2.2', 'L1.1', 'M3', 'L3.1']);
});

for (const [title, key] of [
  ['Editor who goes elsewhere leaves a lesson where it was', 'Tab'],
  ['Editor can take a move back with escape', 'Escape'],
] as const) {
  test(title, async ({ editor, addCourse }) => {
    const course = await addCourse([2]);
    await openBuilder(editor, course);
    await handle(editor, 'L1.1').focus();
    await editor.keyboard.press('Space');
    await editor.keyboard.press('ArrowDown');
    await editor.keyboard.press(key);
    await expect(editor.getByRole('status').filter({ hasText: 'Cancelled.' })).toHaveCount(1);
    expect(await shown(editor)).toEqual(['M1', 'L1.1', 'L1.2']);
  });
}

test('Editor can move a module with its lessons by keyboard', async ({ editor, addCourse }) => {
  const course = await addCourse([1, 2, 1]);
  await openBuilder(editor, course);
  await handle(editor, 'M1').focus();
  await editor.keyboard.press('Enter');
  await editor.keyboard.press('ArrowDown');
  await expect(editor.getByRole('status').filter({ hasText: 'Module “M1” is number 2 of 3.' })).toHaveCount(1);
  await editor.keyboard.press('Enter');
  await expectStored(editor, course, ['M2', 'L2.1', 'L2.2', 'M1', 'L1.1', 'M3', 'L3.1']);
});

test('Editors who reorder the same course at once see the same order after a reload', async ({
  editor,
  addCourse,
  context,
}) => {
  const course = await addCourse([3, 1]);
  const other = await context.newPage();
  await openBuilder(editor, course);
  await openBuilder(other, course);
  const down = (page: typeof editor, title: string) =>
    page
      .getByRole('listitem')
      .filter({ has: handle(page, title) })
      .last()
      .getByRole('button', { name: 'Move down' });
  await Promise.all(
    [editor, other].map((page) =>
      Promise.all([
        page.waitForResponse('**/rpc/reorder_course'),
        down(page, page === editor ? 'L1.1' : 'L1.3').click(),
      ]),
    ),
  );
  await openBuilder(editor, course);
  const order = await shown(editor);
  expect(order.toSorted()).toEqual(['L1.1', 'L1.2', 'L1.3', 'L2.1', 'M1', 'M2']);
  await expectStored(other, course, order);
});

test('Editor sees a step in a course of 40 modules and 400 lessons with the next frame', async ({
  editor,
  addCourse,
}) => {
  test.slow();
  const course = await addCourse(Array.from({ length: 40 }, () => 10));
  await openBuilder(editor, course);
  const button = editor
    .getByRole('listitem')
    .filter({ has: handle(editor, 'L20.5') })
    .last()
    .getByRole('button', { name: 'Move down' });
  await button.scrollIntoViewIfNeeded();
  await button.evaluate(async (element: HTMLElement) => {
    element.click();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  });
  const order = await shown(editor);
  expect(order.indexOf('L20.5')).toBe(order.indexOf('L20.6') + 1);
});
