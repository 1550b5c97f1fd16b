import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { editorClient, openAsStaff } from '../platform/sign-in.ts';

/** Presses Tab until a button has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  for (let presses = 0; presses < 20; presses += 1) {
    if (await button.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the focus never reached ${name}`);
}

for (const width of [390, 1440]) {
  test(`Editor adds values of an axis in a row by keyboard alone, ${width} px wide`, async ({ page, request }) => {
    const word = `Reihe${Date.now()}`;
    await page.setViewportSize({ width, height: 800 });
    await openAsStaff(page, '/admin/matrix/levels/new');
    await page.getByLabel('Name').focus();
    for (const number of [1, 2]) {
      await page.keyboard.type(`${word} Wert ${number}`);
      await expect(page.getByLabel('Code')).toHaveValue(`RW${number}`);
      await page.getByLabel('Code').fill(`${word}${number}`);
      await tabTo(page, 'Done, start another');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: `“${word} Wert ${number}” was created.` })).toBeVisible();
      await expect(page.getByLabel('Name')).toBeFocused();
    }
    await expectAccessible(page, `stored, ${width} px wide`);
    const client = await editorClient(request);
    const { data } = await client.from('matrix_levels').delete().like('name', `${word}%`).select('code');
    expect(data).toHaveLength(2);
  });

  test(`Editor is led to the first wrong field, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openAsStaff(page, '/admin/matrix/new');
    await page.getByLabel('Price').fill('viel');
    await page.getByRole('button', { name: 'Create Matrix Workshop' }).click();
    await expect(page.getByText('6 fields are wrong.')).toBeVisible();
    await expect(page.getByLabel('Title')).toBeFocused();
    await expect(page.getByLabel('Title')).toBeInViewport();
    await expectAccessible(page, `wrong fields, ${width} px wide`);
  });
}

test('A toast of the page before leaves the buttons of a form free', async ({ page, request }) => {
  const title = `Frei ${Date.now()}`;
  await page.setViewportSize({ width: 390, height: 800 });
  await openAsStaff(page, '/admin/courses/new');
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Create Course' }).click();
  const toast = page.getByText(`“${title}” was created as a draft.`);
  await expect(toast).toBeVisible();
  await page.getByRole('link', { name: 'Edit Course' }).click();
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await expect(publish).toBeVisible();
  const [above, below] = [await toast.boundingBox(), await publish.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  await publish.click();
  await expect(page.getByText(`“${title}” was published.`)).toBeVisible();
  await (await editorClient(request)).from('courses').delete().eq('title', title);
});
