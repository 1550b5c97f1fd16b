import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { editorClient, openAsStaff } from '../platform/sign-in.ts';

const post = (title: string, more = '') =>
  `---\ntitle: ${title}\ndate: 2026-03-01\ncategory: Praxis\n${more}---\n\n## Warum\n\nEin Text.\n`;

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = test.info().outputPath('beitraege');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

test('Editor can import a folder of posts once its wrong row is mended, and a reader finds them', {
  tag: '@smoke',
}, async ({ page, request }) => {
  const word = `import-${Date.now()}`;
  const one = post('Erster aus der Datei', `slug: ${word}-1\n`);
  await openAsStaff(page, '/admin/import');
  const choose = (second: string) =>
    page.getByLabel('Folder').setInputFiles(folderOf({ 'eins.md': one, 'zwei.md': post('Zweiter', second) }));
  await choose('slug: a/b\n');
  const wrong = page.getByRole('row', { name: 'zwei.md' });
  await expect(wrong).toContainText('slug: found “a/b”; expected an address without blanks');
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await expect(page.getByText('Rows are wrong. Please mend the file and choose it again')).toBeVisible();
  expect((await request.get(`/post/${word}-1`)).status()).toBe(404);
  await expectAccessible(page, 'import with a wrong row');

  await choose(`slug: ${word}-2\n`);
  await expect(page.getByText('Checked: 2 would be created.')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await expect(page.getByText('Imported: 2 created.')).toBeVisible();
  await page.goto(`/post/${word}-1`);
  await expect(page.getByRole('heading', { level: 1, name: 'Erster aus der Datei' })).toBeVisible();
  const editor = await editorClient(request);
  await editor.from('posts').delete().like('slug', `${word}%`);
});

test('Editor can have files of WordPress and Ghost read under the policy of the page', async ({ page }) => {
  await openAsStaff(page, '/admin/import');
  for (const [file, result] of [
    ['wordpress.xml', 'Checked: 4 would be created, 2 left out.'],
    ['ghost.json', 'Checked: 4 would be created, 1 wrong, 2 left out.'],
  ] as const) {
    const fixtures = path.join(import.meta.dirname, '../../mf-admin/src/transfer/model/fixtures');
    await page.getByLabel('File').setInputFiles(path.join(fixtures, file));
    await expect(page.getByText(result)).toBeVisible();
  }
});
