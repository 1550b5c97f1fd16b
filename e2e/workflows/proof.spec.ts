import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { openWorkflows } from './open-workflows.ts';
import { found, generated } from './provider.ts';
import { readAsProcess } from './sources-reader.ts';
import { startWorkflowsPlatform, type WorkflowsPlatform } from './workflows-platform.ts';

test.use({ viewport: { width: 1440, height: 900 } });

let platform: WorkflowsPlatform;
test.beforeAll(async () => {
  platform = await startWorkflowsPlatform();
});
test.afterAll(() => platform.stop());

const STUDY = 'https://studie.example/bericht';
const LAW = 'https://gesetz.example/artikel-50';
const QUESTION = 'Wie viele Kursleitende nutzen KI?';

const SOURCES = {
  [STUDY]:
    'Befragung der Kursleitenden 2025. Von den befragten Kursleitenden nutzen 61 Prozent ein KI-Werkzeug, um Kurse vorzubereiten. Die Befragung fand im Mai 2025 statt.',
  [LAW]:
    'Artikel 50 verlangt, dass Texte von KI gekennzeichnet werden, die die Öffentlichkeit informieren. Er gilt seit dem 2. August 2026.',
};

const RIGHT = 'Texte von KI, die die Öffentlichkeit informieren, müssen seit dem 2. August 2026 gekennzeichnet werden.';
const WRONG = 'Von den Kursleitenden nutzen 81 Prozent ein KI-Werkzeug, um Kurse vorzubereiten.';

const ARTICLE = {
  content: `${WRONG.slice(0, -1)} [1].\n\n## Was gilt\n\n${RIGHT.slice(0, -1)} [2].`,
  excerpt: 'Was Kursleitende tun, und was gilt.',
  category: '',
  quotes: [{ source: 2, sentence: RIGHT, quote: 'Er gilt seit dem 2. August 2026.' }],
};

const panel = (page: Page) => page.getByRole('region', { name: 'Citations' });
const partOfAi = (page: Page) => page.getByRole('region', { name: 'Part of AI' });

async function findAnswer(page: Page): Promise<void> {
  platform.provider.answerWith(
    found('61 Prozent nutzen KI [1]. Kennzeichnen ist Pflicht [2].', {
      search_results: [
        { title: 'Befragung der Kursleitenden', url: STUDY },
        { title: 'Artikel 50', url: LAW },
      ],
    }),
  );
  await page.getByLabel('Query').fill(QUESTION);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('link', { name: '[1]' })).toHaveAttribute('href', STUDY);
}

async function writeArticle(page: Page): Promise<void> {
  platform.provider.answerWith(generated(ARTICLE));
  await page.getByRole('button', { name: `Generate Article: ${QUESTION}` }).click();
  await readAsProcess(platform.database, SOURCES);
  await expect(page.getByText(/^Article created successfully! Post ID: /)).toBeVisible();
  await page.getByRole('link', { name: `Edit Post: ${QUESTION}` }).click();
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
  await openWorkflows(page, platform.url);
  await findAnswer(page);
  await writeArticle(page);
  const asked = platform.provider.asked.join('\n');
  for (const text of Object.values(SOURCES)) expect(asked).toContain(text.slice(0, 40));

  await expect(panel(page).getByRole('status')).toHaveText('1 not found, 1 found.');
  const missing = panel(page).getByRole('listitem').filter({ hasText: 'Not found' });
  await expect(missing.getByRole('row', { name: '81 61' })).toBeVisible();
  await expect(panel(page).locator('mark').filter({ hasText: '2. August 2026' }).first()).toBeVisible();
  await expect(partOfAi(page)).toContainText('nobody has signed it off: readers see a label');
  await expect(page.getByRole('button', { name: 'Sign Off' })).toBeEnabled();
  await expectAccessible(page, 'article with a citation that is not found');

  await missing.getByRole('button', { name: WRONG }).click();
  await page.keyboard.type(`${WRONG.replace('81', '61').slice(0, -1)} [1].`);
  await expect(panel(page).getByRole('status')).toHaveText('2 found.');
  await update(page);

  await page.getByRole('button', { name: 'Sign Off' }).click();
  await expect(partOfAi(page)).toContainText('signed off by admin@example.com on');
  await page.getByLabel('Publish Date').fill('2026-08-03T10:00');
  await update(page);
  await expect(partOfAi(page)).toContainText('signed off by admin@example.com on');

  const slug = await page.getByLabel('Slug').inputValue();
  await page.goto(`${platform.url}/post/${slug}`);
  await expect(page.getByText('Die Redaktion hat ihn geprüft und steht für ihn ein.')).toBeVisible();
  await expect(page.getByText('Von den Kursleitenden nutzen 61 Prozent')).toBeVisible();
  await page.getByRole('link', { name: 'Wie diese Website mit KI arbeitet' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wie diese Website mit KI arbeitet' })).toBeVisible();
  const data = await (await page.request.get(`${platform.url}/post/${slug}`)).text();
  expect(data).toContain('CompositeWithTrainedAlgorithmicMediaDigitalSource');
});
