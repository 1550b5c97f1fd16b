import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { openBuilder, test } from './given-course.ts';

/** Buttons and links of table rows that the table's edge cuts. */
const buttonsBesideTheirTable = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('td :is(a, button)')]
      .filter((one) => {
        const frame = one.closest('table')?.parentElement ?? document.body;
        return one.getBoundingClientRect().right > frame.getBoundingClientRect().right;
      })
      .map((one) => one.textContent),
  );

async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // A frame later everything has the scheme's colours.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .exclude('iframe')
        .analyze();
      const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
      expect(found, `${state} at ${width}, ${colorScheme}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${state} at ${width} is wider than the window`).toBeLessThanOrEqual(0);
      expect(await buttonsBesideTheirTable(page), `${state} at ${width}`).toEqual([]);
    }
  }
}

test('Workshops and courses are accessible: lists, forms, forms with errors', async ({ editor }) => {
  test.slow();
  for (const area of ['workshops', 'courses']) {
    await editor.goto(`/admin/${area}`);
    await editor.getByRole('table').waitFor();
    await expectAccessible(editor, `${area} list`);
    await editor.getByRole('button', { name: 'Delete' }).first().click();
    await expectAccessible(editor, `${area} question`);
    await editor.goto(`/admin/${area}/new`);
    await editor.getByRole('button', { name: /^Create/ }).click();
    await editor.getByText('Title is required').waitFor();
    await expectAccessible(editor, `${area} form with errors`);
  }
});

test('The builder is accessible: outline, empty, module, lesson, preview, moving', async ({ editor, addCourse }) => {
  test.slow();
  await openBuilder(editor, await addCourse([]));
  await expectAccessible(editor, 'empty course');
  const course = await addCourse([2, 1]);
  await openBuilder(editor, course);
  await expectAccessible(editor, 'outline');
  await editor.getByRole('button', { name: 'Reorder L1.1' }).focus();
  await editor.keyboard.press('Space');
  await editor.keyboard.press('ArrowDown');
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
});

test('Undo, trash and history are accessible', async ({ editor, addCourse }) => {
  test.slow();
  const course = await addCourse([2, 1]);
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
  await editor.goto('/admin/trash');
  await editor.getByRole('button', { name: 'Restore' }).first().waitFor();
  await expectAccessible(editor, 'trash');
});
