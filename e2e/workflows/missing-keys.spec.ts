import { expect, test } from '@playwright/test';
import { openWorkflows } from './open-workflows.ts';

test('Editor learns which key is missing and how to set it', { tag: '@smoke' }, async ({ page }) => {
  await openWorkflows(page);
  await page.getByLabel('Query').fill('Was gilt ohne Schlüssel?');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('Failed to process search. Please try again.')).toBeVisible();
  await expect(page.getByText('PERPLEXITY_API_KEY is not set')).toBeVisible();
  await expect(page.getByText('supabase secrets set PERPLEXITY_API_KEY=…')).toBeVisible();

  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'notizen.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('# Notizen aus dem Kurs'),
  });
  await page.getByRole('button', { name: 'Generate Ideas' }).click();
  await expect(page.getByText('Failed to process file. Please try again.')).toBeVisible();
  await expect(page.getByText('GEMINI_API_KEY is not set')).toBeVisible();
});
