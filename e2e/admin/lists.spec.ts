import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { expect, test, unique } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { button, press } from './post-form.ts';

/** Presses a button of the bar, and in the dialog that asks. */
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: 'selected' }).locator('..').getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

test('Editor moves three workshops to another category, deletes two of them, and takes both back', async ({
  page,
  editor,
}) => {
  const mark = unique('Mehrere ');
  const category = await editor.from('workshop_categories').insert({ name: mark }).select('id').single().throwOnError();
  const rows = ['A', 'B', 'C', 'D'].map((letter) => ({ title: `${mark} ${letter}`, duration: '01:00:00' }));
  await editor.from('workshops').insert(rows).throwOnError();
  const box = (letter: string) => page.getByLabel(`Select ${mark} ${letter}`);
  const row = (letter: string) => page.getByRole('row', { name: `${mark} ${letter}` });

  await openAsStaff(page, '/admin/workshops');
  for (const letter of ['A', 'B']) await box(letter).check();
  await box('C').focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: '3 workshops selected' })).toBeVisible();
  await expectAccessible(page, 'several workshops');
  await page.getByRole('button', { name: 'Move to Category…' }).click();
  await page.getByLabel('Category').selectOption({ label: mark });
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText(`3 workshops were moved to “${mark}”.`)).toBeVisible();
  for (const letter of ['A', 'B', 'C']) await expect(row(letter).getByText(mark, { exact: true })).toBeVisible();
  for (const letter of ['A', 'B', 'C']) await expect(row(letter).getByText('Saved just now')).toBeVisible();
  await expect(button(page, 'Undo')).toBeFocused();

  for (const letter of ['B', 'C', 'D']) await box(letter).check();
  await editor.from('workshops').delete().eq('title', `${mark} D`).throwOnError();
  await act(page, 'Delete');
  await expect(page.getByText('2 workshops were deleted.')).toBeVisible();
  await expect(page.getByText(`“${mark} D”: Somebody else has deleted it meanwhile.`)).toBeVisible();
  await expect(row('B')).toHaveCount(0);
  await button(page, 'Undo').last().click();
  await expect(page.getByText('2 records are as before.')).toBeVisible();
  await expect(row('B')).toBeVisible();

  await row('A').getByRole('link', { name: 'Edit' }).click();
  await press(page, 'Show history');
  await press(page, 'Undo for All 3 Records');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo for All 3 Records' }).click();
  await expect(page.getByText('3 records are as before.')).toBeVisible();
  await page.getByLabel('Subtitle').fill('Gespeichert');
  await button(page, 'Update Workshop').click();
  await expect(row('A').getByText('Saved just now')).toBeVisible();
  await expect(row('A').getByText(mark, { exact: true })).toHaveCount(0);

  await editor.from('workshops').delete().like('title', `${mark}%`);
  await editor.from('workshop_categories').delete().eq('id', category.data.id);
});

test('Editor opens Find, types at once, and opens a screen by another word for it', async ({ page }) => {
  await openAsStaff(page, '/admin/ads');
  await expect(button(page, 'Find')).toBeVisible();
  for (const [word, address] of [
    ['imprint', '/admin/pages'],
    ['restore', '/admin/trash'],
  ] as const) {
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('dialog', { name: 'Find' })).toBeVisible();
    await page.keyboard.type(word);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
  }
});
