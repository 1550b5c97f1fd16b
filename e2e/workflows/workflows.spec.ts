import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { openWorkflows } from './open-workflows.ts';
import { exhausted, found, generated } from './provider.ts';
import { startWorkflowsPlatform, type WorkflowsPlatform } from './workflows-platform.ts';

const FILES = path.join(import.meta.dirname, '../../mf-admin/src/workflows/model/file-text/fixtures');

let platform: WorkflowsPlatform;
test.beforeAll(async () => {
  platform = await startWorkflowsPlatform();
});
test.afterAll(() => platform.stop());
test.beforeEach(({ page }) => openWorkflows(page, platform.url));

const RESULTS = [
  { title: 'Datenschutzgesetz', url: 'https://www.fedlex.admin.ch/eli/cc/2022/491/de' },
  { title: 'EDÖB', url: 'https://www.edoeb.admin.ch/' },
];

const ANSWER = found('Das Gesetz gilt [1]. Eine Meldepflicht fehlt [7].', {
  search_results: RESULTS,
  related_questions: ['Was gilt in der EU?'],
});

const IDEAS = Array.from({ length: 10 }, (_, index) => ({
  title: `Idee Nummer ${index + 1}`,
  description: `Beschreibung ${index + 1}`,
  mehrwert: `Nutzen ${index + 1}`,
}));

const history = (page: Page) => page.getByRole('region', { name: 'History' });
const entries = (page: Page) => history(page).getByRole('heading', { level: 3 });

async function search(page: Page, query: string) {
  await page.getByLabel('Query').fill(query);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}

async function read(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles(typeof file === 'string' ? path.resolve(FILES, file) : file);
  await page.getByRole('button', { name: 'Generate Ideas' }).click();
}

test('Editor can search the web, check the sources and go on with a related question', { tag: '@smoke' }, async ({
  page,
}) => {
  platform.provider.answerWith(ANSWER);
  const release = platform.provider.hold();
  await page.getByLabel('Domain Filter').fill('admin.ch, alice.ch');
  await search(page, 'Was gilt in der Schweiz?');
  await expect(page.getByText('Waiting for Perplexity.')).toBeVisible();
  await expect(history(page).getByText('Processing').first()).toBeVisible();
  release();

  await expect(page.getByRole('link', { name: '[1]' })).toHaveAttribute('href', RESULTS[0]?.url ?? '');
  await expect(page.getByText('[7] in the text: no such source was named.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'EDÖB' })).toHaveAttribute('href', RESULTS[1]?.url ?? '');
  await expect(entries(page).first()).toHaveText('Was gilt in der Schweiz?');

  await page.getByRole('button', { name: 'Was gilt in der EU?' }).click();
  await expect(entries(page).first()).toHaveText('Was gilt in der EU?');
  await expect(
    history(page).getByText('Max Results: 10 · Recency: month · Domain Filter: admin.ch, alice.ch'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: '[1]' })).toBeVisible();
  expect(platform.provider.asked[1]).toContain('Was gilt in der EU?');
});

test('Editor can see that a search failed, and search again', async ({ page }) => {
  platform.provider.answerWith({ status: 500, body: {} });
  await search(page, 'Was geht schief?');
  await expect(page.getByText('Failed to process search. Please try again.')).toBeVisible();
  await expect(
    history(page).getByText('Perplexity has a problem of its own (500). Please try again later.'),
  ).toBeVisible();
  platform.provider.answerWith(ANSWER);
  await page.getByRole('button', { name: 'Search again' }).click();
  await expect(page.getByRole('link', { name: '[1]' })).toBeVisible();
});

for (const name of ['umlaute.pdf', 'umlaute.docx', 'umlaute.doc']) {
  test(`Editor can have ideas found in ${name}, its umlauts included`, async ({ page }) => {
    platform.provider.answerWith(generated(IDEAS));
    await read(page, name);
    await expect(page.getByText('10 of 10 ideas selected')).toBeVisible();
    expect(platform.provider.asked[0]).toContain(
      'Größere Gruppen prüfen Quellen gemeinsam: „Wer hat das geschrieben?“',
    );
  });
}

test('Editor can choose ideas, have articles written and open a draft', { tag: ['@smoke', '@crossing'] }, async ({
  page,
}) => {
  platform.provider.answerWith(generated(IDEAS));
  await read(page, 'umlaute.docx');
  for (const { title } of IDEAS.slice(2)) await page.getByRole('checkbox', { name: title, exact: true }).uncheck();
  await expect(page.getByText('2 of 10 ideas selected')).toBeVisible();

  platform.provider.answerWith(generated({ content: 'Ein Anfang.', excerpt: 'Kurz.', category: '' }));
  const release = platform.provider.hold();
  await page.getByRole('button', { name: 'Generate Articles for Selected' }).click();
  await expect(page.getByText('Writing article 1 of 2: “Idee Nummer 1”.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Stopping after this one.')).toBeVisible();
  release();
  await expect(page.getByText(/^Article created successfully! Post ID: [0-9a-f-]{36}$/)).toHaveCount(1);
  expect(platform.provider.asked).toHaveLength(1);

  await page.reload();
  await expect(page.getByText('2 of 10 ideas selected')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Post: Idee Nummer 1', exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Idee Nummer 1');
  await expect(page.getByLabel('Publish Date')).toHaveValue('');
});

test('Editor sees what a search will cost and did cost, and the sum of the month', async ({ page }) => {
  const usage = { prompt_tokens: 10_000, completion_tokens: 600 };
  platform.provider.answerWith(found('Ja.', { model: 'sonar-pro', usage }));
  await search(page, 'Was kostet das?');
  await expect(history(page).getByText('10,600 tokens, USD 0.045')).toBeVisible();
  await expect(page.getByText(/^About [\d,]+ tokens, USD\s[\d.]+ \(/)).toBeVisible();
  await expect(page.getByText(/^This month: \d+ AI calls? by everybody, [\d,]+ tokens/)).toBeVisible();
});

test('Editor learns why an article or a file failed, an exceeded quota included', async ({ page }) => {
  platform.provider.answerWith(exhausted);
  await read(page, 'umlaute.pdf');
  const quota = 'Gemini API quota exceeded. Please wait a few minutes or check your API billing.';
  await expect(page.locator('form').getByText(quota)).toBeVisible();
  await page.getByRole('link', { name: 'Notizen-Teamtag-KI-im-Kursalltag.docx' }).click();
  await page.getByRole('button', { name: 'Generate Article: Lob der leeren Seite' }).click();
  await expect(page.getByText(`Error: ${quota}`)).toBeVisible();
});

test('Editor learns why a file is not taken, and nothing is stored', async ({ page }, testInfo) => {
  platform.provider.answerWith(ANSWER);
  const before = await entries(page).count();
  const large = testInfo.outputPath('gross.txt');
  await writeFile(large, Buffer.alloc(50 * 2 ** 20, 'a'));
  const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
  const files = [
    ['verschluesselt.pdf', 'This PDF is encrypted. Please remove its password first.'],
    [{ name: 'bild.pdf', mimeType: 'application/pdf', buffer: png }, 'This is not a PDF, or the file is damaged.'],
    [{ name: 'leer.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }, 'This file is empty.'],
    [large, 'This file is larger than 20 MB.'],
  ] as const;
  for (const [file, message] of files) {
    await read(page, file);
    await expect(page.locator('form').getByText(message)).toBeVisible();
  }
  expect(platform.provider.asked).toEqual([]);
  await page.reload();
  await expect(entries(page)).toHaveCount(before);
});

test('Editor with assistive technology finds nothing in the way', async ({ page }) => {
  // Each check of a long page takes seconds.
  test.slow();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('button', { name: 'Generate Ideas' }).click();
  await expect(page.getByText('Please enter a query.')).toBeVisible();
  await expectAccessible(page, 'forms with errors');

  platform.provider.answerWith(ANSWER);
  const release = platform.provider.hold();
  await search(page, 'Was gilt heute?');
  await expect(history(page).getByText('Processing').first()).toBeVisible();
  await expectAccessible(page, 'running');
  release();
  await expect(page.getByRole('heading', { name: 'Related Questions' })).toBeVisible();
  await expectAccessible(page, 'answer');

  for (const name of [
    'Notizen-Teamtag-KI-im-Kursalltag.docx',
    'Jahresbericht-Musterkurse-AG.pdf',
    'fragen-aus-der-sprechstunde.txt',
  ]) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('link', { name })).toHaveAttribute('aria-expanded', 'true');
    await expectAccessible(page, name);
  }
});
