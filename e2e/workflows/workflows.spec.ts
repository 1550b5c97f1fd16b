import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { pause } from '../../shared/testing/until.ts';
import { expectAccessible, LOOKS } from '../accessibility.ts';
import { type StaffPlatform, startStaffPlatform } from '../admin/staff-platform.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { found, generated, type Provider, startProvider } from './provider.ts';

const FILE = path.join(import.meta.dirname, '../../mf-admin/src/workflows/model/file-text/fixtures/umlaute.docx');

test.use({ viewport: { width: 1440, height: 900 } });

let provider: Provider;
let platform: StaffPlatform;
test.beforeAll(async () => {
  provider = await startProvider();
  const providers = {
    PERPLEXITY_API_KEY: 'perplexity-key-for-tests',
    PERPLEXITY_BASE_URL: provider.url,
    GEMINI_API_KEY: 'gemini-key-for-tests',
    GEMINI_BASE_URL: provider.url,
  };
  platform = await startStaffPlatform({ functions: { providers } });
});
test.afterAll(async () => {
  await platform.stop();
  provider.stop();
});

const STUDY = 'https://studie.example/bericht';
const LAW = 'https://gesetz.example/artikel-50';

const SOURCES = {
  [STUDY]:
    'Befragung der Kursleitenden 2025. Von den befragten Kursleitenden nutzen 61 Prozent ein KI-Werkzeug, um Kurse vorzubereiten. Die Befragung fand im Mai 2025 statt.',
  [LAW]:
    'Artikel 50 verlangt, dass Texte von KI gekennzeichnet werden, die die Öffentlichkeit informieren. Er gilt seit dem 2. August 2026.',
};

const QUESTION = 'Wie viele Kursleitende nutzen KI?';
const ANSWER = found('61 Prozent nutzen KI [1]. Kennzeichnen ist Pflicht [2]. Eine Strafe fehlt [7].', {
  search_results: [
    { title: 'Befragung der Kursleitenden', url: STUDY },
    { title: 'Artikel 50', url: LAW },
  ],
  related_questions: ['Was gilt in der EU?'],
});

const RIGHT = 'Texte von KI, die die Öffentlichkeit informieren, müssen seit dem 2. August 2026 gekennzeichnet werden.';
const WRONG = 'Von den Kursleitenden nutzen 81 Prozent ein KI-Werkzeug, um Kurse vorzubereiten.';

const ARTICLE = {
  content: `${WRONG.slice(0, -1)} [1].\n\n## Was gilt\n\n${RIGHT.slice(0, -1)} [2].`,
  excerpt: 'Was Kursleitende tun, und was gilt.',
  category: '',
  quotes: [{ source: 2, sentence: RIGHT, quote: 'Er gilt seit dem 2. August 2026.' }],
};

const IDEAS = Array.from({ length: 10 }, (_, index) => ({
  title: `Idee Nummer ${index + 1}`,
  description: `Beschreibung ${index + 1}`,
  mehrwert: `Nutzen ${index + 1}`,
}));

const history = (page: Page) => page.getByRole('region', { name: 'History' });
const entries = (page: Page) => history(page).getByRole('heading', { level: 3 });
const panel = (page: Page) => page.getByRole('region', { name: 'Citations' });
const partOfAi = (page: Page) => page.getByRole('region', { name: 'Part of AI' });

/** Signs in as the demo administrator and opens the workflows. */
async function openWorkflows(page: Page): Promise<void> {
  await openAsStaff(page, `${platform.url}/admin/workflows`);
  await page.getByRole('heading', { name: 'History' }).waitFor();
}

/**
 * Takes the place of the process that reads sources, with its calls of the database: its own rules refuse addresses of
 * this machine. Resolves when each of the texts, by address, is read.
 */
async function readAsProcess(texts: Readonly<Record<string, string>>): Promise<void> {
  const [made] = await platform.database.query<{ token: string }>(
    "select shipping.make_token('sources', null, '{}', null, 'test') as token",
  );
  const left = new Set(Object.keys(texts));
  while (left.size > 0) {
    const [claimed] = await platform.database.query<{ claims: { id: string; url: string; attempt: number }[] }>(
      'select public.claim_sources($1, 4) as claims',
      [made?.token],
    );
    for (const { id, url, attempt } of claimed?.claims ?? []) {
      const result = JSON.stringify({ id, attempt, text: texts[url] });
      await platform.database.query('select public.finish_source($1, $2::jsonb)', [made?.token, result]);
      left.delete(url);
    }
    await pause(50);
  }
}

async function update(page: Page): Promise<void> {
  const form = page.url();
  await page.getByRole('button', { name: 'Update Post' }).click();
  await page.waitForURL(`${platform.url}/admin`);
  await page.goto(form);
}

test('From a question to a published article: sources, citations, sign-off, and what readers see', {
  tag: '@smoke',
}, async ({ page }) => {
  test.slow();
  await openWorkflows(page);
  provider.answerWith(ANSWER);
  const release = provider.hold();
  await page.getByLabel('Query').fill(QUESTION);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('Waiting for Perplexity.')).toBeVisible();
  await expect(history(page).getByText('Processing').first()).toBeVisible();
  await expectAccessible(page, 'running search');
  release();
  await expect(page.getByRole('link', { name: '[1]' })).toHaveAttribute('href', STUDY);
  await expect(page.getByText('[7] in the text: no such source was named.')).toBeVisible();
  await page.getByRole('button', { name: 'Was gilt in der EU?' }).click();
  await expect(entries(page).first()).toHaveText('Was gilt in der EU?');
  await expect.poll(() => provider.asked[1]).toContain('Was gilt in der EU?');
  await history(page).getByRole('link', { name: QUESTION }).click();

  provider.answerWith(generated(ARTICLE));
  await page.getByRole('button', { name: `Generate Article: ${QUESTION}` }).click();
  await readAsProcess(SOURCES);
  await expect(page.getByText(/^Article created successfully! Post ID: /)).toBeVisible();
  const sent = provider.asked.join('\n');
  for (const text of Object.values(SOURCES)) expect(sent).toContain(text.slice(0, 40));
  await page.getByRole('link', { name: `Edit Post: ${QUESTION}` }).click();

  await expect(panel(page).getByRole('status')).toHaveText('1 not found, 1 found.');
  const missing = panel(page).getByRole('listitem').filter({ hasText: 'Not found' });
  await expect(missing.getByRole('row', { name: '81 61' })).toBeVisible();
  await expect(panel(page).locator('mark').filter({ hasText: '2. August 2026' }).first()).toBeVisible();
  await expect(partOfAi(page)).toContainText('nobody has signed it off: readers see a label');
  await expect(page.getByRole('button', { name: 'Sign Off' })).toBeEnabled();
  await expectAccessible(page, 'article with a citation that is not found');

  const sentence = missing.getByRole('button', { name: WRONG });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(sentence).toHaveCount(0);
  await page.getByRole('button', { name: 'Show Citations' }).click();
  await expectAccessible(page, 'citations on a phone', LOOKS[0]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Open Editor' }).click();
  await page.locator('.cm-content').waitFor();
  await sentence.click();
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('81 Prozent');
  await page.getByRole('button', { name: 'Plain Text' }).click();
  await sentence.click();
  await page.keyboard.type(`${WRONG.replace('81', '61').slice(0, -1)} [1].`);
  await expect(panel(page).getByRole('status')).toHaveText('2 found.');
  await update(page);

  await page.getByRole('button', { name: 'Sign Off' }).press('Enter');
  await expect(partOfAi(page)).toContainText('signed off by admin@example.com on');
  await expect(partOfAi(page)).toBeFocused();
  await page.getByLabel('Publish Date').fill('2026-08-03T10:00');
  await update(page);
  await expect(partOfAi(page)).toContainText('signed off by admin@example.com on');

  const slug = await page.getByLabel('Slug').inputValue();
  await page.goto(`${platform.url}/post/${slug}`);
  await expect(page.getByText('Die Redaktion hat ihn geprüft und steht für ihn ein.')).toBeVisible();
  await expect(page.getByText('Von den Kursleitenden nutzen 61 Prozent')).toBeVisible();
  const data = await (await page.request.get(`${platform.url}/post/${slug}`)).text();
  expect(data).toContain('CompositeWithTrainedAlgorithmicMediaDigitalSource');
});

test('Editor can choose ideas, have articles written and open a draft', { tag: '@crossing' }, async ({ page }) => {
  await openWorkflows(page);
  provider.answerWith(generated(IDEAS));
  await page.getByLabel('File', { exact: true }).setInputFiles(FILE);
  await page.getByRole('button', { name: 'Generate Ideas' }).click();
  await expect(page.getByText('10 of 10 ideas selected')).toBeVisible();
  for (const { title } of IDEAS.slice(2)) await page.getByRole('checkbox', { name: title, exact: true }).uncheck();
  await expect(page.getByText('2 of 10 ideas selected')).toBeVisible();
  await expectAccessible(page, 'ideas of a file');

  provider.answerWith(generated({ content: 'Ein Anfang.', excerpt: 'Kurz.', category: '' }));
  const release = provider.hold();
  await page.getByRole('button', { name: 'Generate Articles for Selected' }).click();
  await expect(page.getByText('Writing article 1 of 2: “Idee Nummer 1”.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Stopping after this one.')).toBeVisible();
  release();
  await expect(page.getByText(/^Article created successfully! Post ID: [0-9a-f-]{36}$/)).toHaveCount(1);
  expect(provider.asked).toHaveLength(1);

  await page.reload();
  await expect(page.getByText('2 of 10 ideas selected')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Post: Idee Nummer 1', exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Idee Nummer 1');
  await expect(page.getByLabel('Publish Date')).toHaveValue('');
});
