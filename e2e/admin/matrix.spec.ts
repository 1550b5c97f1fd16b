import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { startEmptyMatrixPlatform } from './empty-matrix-platform.ts';

test.describe.configure({ mode: 'serial' });

let platform: Awaited<ReturnType<typeof startEmptyMatrixPlatform>>;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  platform = await startEmptyMatrixPlatform();
});
test.afterAll(() => platform.stop());

/** Adds a row at the open list of an axis. */
async function add(page: Page, noun: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('link', { name: `New ${noun}` }).click();
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: `Create ${noun}` }).click();
  await expect(page.getByText(fields.Name ?? '', { exact: true })).toBeVisible();
}

const openTab = async (page: Page, name: string) => {
  await page.getByRole('navigation', { name: 'Parts of the matrix' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
};

test('Editor can fill an empty matrix by screens alone, and readers see it', { tag: ['@smoke', '@crossing'] }, async ({
  page,
  request,
}) => {
  const publicPage = async () => (await request.get(`${platform.url}/course-matrix`)).text();
  expect(await publicPage()).toContain('Noch keine Workshops');

  await openAsStaff(page, `${platform.url}/admin/matrix`);
  await expect(page.getByText('No matrix workshops yet')).toBeVisible();
  await expectAccessible(page, 'empty matrix');
  await page.getByRole('link', { name: 'Add a Category' }).click();
  await expect(page.getByRole('heading', { name: 'New Matrix Category' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('No categories yet')).toBeVisible();
  await add(page, 'Matrix Category', { Code: 'GR', Name: 'Grundlagen' });
  await openTab(page, 'Target Groups');
  await expectAccessible(page, 'empty axis');
  await add(page, 'Target Group', { Code: 'L', Name: 'Lehrende' });
  await openTab(page, 'Levels');
  await add(page, 'Level', { Code: 'N2', Name: 'Aufbau' });
  await add(page, 'Level', { Code: 'N1', Name: 'Einstieg' });
  await expectAccessible(page, 'axis with values');

  await page.getByRole('button', { name: 'Reorder Einstieg' }).focus();
  for (const key of ['Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('list', { name: 'Levels' }).getByRole('listitem').first()).toContainText('Einstieg');
  await openTab(page, 'Dimensions');
  await add(page, 'Dimension', { Name: 'Wissen' });

  await openTab(page, 'Workshop');
  await page.getByRole('link', { name: 'New Matrix Workshop' }).click();
  await page.getByLabel('Title').fill('Prüfen mit KI');
  await page.getByLabel('Duration (Hours)').fill('3.5');
  await page.getByLabel('Price').fill('290');
  await page.getByLabel('Category').selectOption('Grundlagen');
  await page.getByLabel('Target Group').selectOption('Lehrende');
  await page.getByLabel('Level').selectOption('Einstieg');
  await page.getByLabel('Prerequisites').fill('Ein Laptop');
  await page.getByLabel('Wissen').fill('Sie **kennen** die Grenzen.');
  await expectAccessible(page, 'matrix workshop form');
  await page.getByRole('button', { name: 'Create Matrix Workshop' }).click();
  await expect(page.getByRole('row', { name: 'Prüfen mit KI' })).toBeVisible();
  await expectAccessible(page, 'matrix with a workshop');

  await expect.poll(publicPage).toContain('Prüfen mit KI');
  await page.goto(`${platform.url}/course-matrix`);
  await expect(page.getByText('1 category, 1 target group, 2 proficiency levels.')).toBeVisible();
  await page.getByRole('link', { name: 'Prüfen mit KI' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prüfen mit KI' });
  await expect(dialog.getByText('Ein Laptop')).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Wissen' })).toBeVisible();
});

test('Editor can delete a level in use by keyboard, which asks what takes its place', { tag: '@smoke' }, async ({
  page,
}) => {
  await openAsStaff(page, `${platform.url}/admin/matrix/levels`);
  await page.getByRole('listitem').filter({ hasText: 'Einstieg' }).getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this level?' });
  await expectAccessible(page, 'question what takes the place of a level');
  await dialog.getByLabel('Move its 1 workshop to').focus();
  await page.keyboard.type('Auf');
  await dialog.getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('“Einstieg” was deleted.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Aufbau' })).toContainText('1 workshop');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Einstieg' })).toContainText('1 workshop');
});
