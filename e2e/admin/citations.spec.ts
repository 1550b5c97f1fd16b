import type { Page } from '@playwright/test';
import { expectAccessible, LOOKS } from '../accessibility.ts';
import { test as base, expect, type Post } from '../blog/editor.ts';
import { sqlOf } from '../platform/platform-sql.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { content, formOf, press } from './post-form.ts';

interface SourceRow {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly state: 'read' | 'unreadable' | 'waiting';
  readonly text?: string;
  readonly failure?: string;
}

const SCHOOL: SourceRow = {
  number: 1,
  url: 'https://example.org/kurse',
  title: 'Kurse in Erlenau',
  state: 'read',
  text: 'Die Volkshochschule Erlenau bot im Jahr 2025 insgesamt 1.240 Kurse an. Geleitet wird sie von Hanne Wiesengrund.',
};
const GONE: SourceRow = {
  number: 2,
  url: 'https://example.org/fort',
  title: 'Eine Seite, die fort ist',
  state: 'unreadable',
  failure: 'The page answered 404.',
};
const LATER: SourceRow = { number: 3, url: 'https://example.org/spaeter', title: 'Später', state: 'waiting' };

const LIST = `

## Quellen

1. [Kurse in Erlenau](https://example.org/kurse)
2. [Eine Seite, die fort ist](https://example.org/fort)
3. [Später](https://example.org/spaeter)`;

const RIGHT = 'Die Volkshochschule Erlenau bot 2025 insgesamt 1240 Kurse an [1].';
const WRONG = 'Die Volkshochschule Erlenau bot 2025 insgesamt 1420 Kurse an [1].';
const CONTENT = `# Kurse

${WRONG} Geleitet wird sie von Hanne Wiesengrund [1]. In der Kantine gibt es neue Möbel aus Holz [1].

Viele Gruppen lernen abends [2]. Andere lernen am Morgen [3]. Wieder andere lernen gar nicht [9].

Im Mai 2026 beginnt der nächste Kurs.${LIST}`;

const test = base.extend<{ readonly givenSources: (post: Post, rows: readonly SourceRow[]) => Promise<void> }>({
  /** Stores the sources of a post as its generation does. */
  givenSources: async ({ baseURL: _ }, use) => {
    const sql = await sqlOf(dataDirOfPlatform());
    const receipts: string[] = [];
    await use(async ({ id }, rows) => {
      const receipt = crypto.randomUUID();
      receipts.push(receipt);
      for (const { number, url, title, state, text = null, failure = null } of rows)
        await sql`insert into public.sources (receipt, post_id, number, url, title, state, text, failure, quotes)
          values (${receipt}, ${id}, ${number}, ${url}, ${title}, ${state}, ${text}, ${failure}, '[]')`;
    });
    await sql`delete from public.sources where receipt = any (${receipts}::uuid[])`;
    await sql.end();
  },
});

const panelOf = (page: Page) => page.getByRole('region', { name: 'Citations' });
const itemOf = (page: Page, sentence: string | RegExp) =>
  panelOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: sentence }) });
const bare = (sentence: string) => sentence.replace(' [1]', '');

test.use({ viewport: { width: 1440, height: 900 } });

test('Editor sees what was compared with the sources and what was not, mends a number, and publishes with a reason', {
  tag: '@smoke',
}, async ({ page, givenPost, givenSources }) => {
  const post = await givenPost({ content: CONTENT });
  await givenSources(post, [SCHOOL, GONE, LATER]);
  await openAsStaff(page, formOf(post));
  const panel = panelOf(page);
  await expect(panel.getByRole('status')).toHaveText(
    '1 not found, 1 without such a source, 1 with an unreadable source, 1 fact without a citation, 1 waiting for a source, 2 not judged.',
  );
  await expect(panel).toContainText('Quotations, numbers, dates and addresses are compared with the source.');
  await expect(panel).toContainText('Meaning, names and everything else are left to you.');
  const wrong = itemOf(page, bare(WRONG));
  await expect(wrong).toContainText('Not found');
  await expect(wrong).toContainText('Found in the source: 2025');
  await expect(wrong.getByRole('cell')).toHaveText(['1420', '1.240']);
  await expect(wrong.getByRole('blockquote').locator('mark')).toHaveText(['2025', '1.240']);
  await expect(wrong.getByRole('link', { name: 'Source 1: Kurse in Erlenau' })).toHaveAttribute('rel', /noopener/);
  await expect(itemOf(page, /Hanne/)).toContainText('Nothing to compare: left to you.');
  await expect(itemOf(page, /Möbel/)).toContainText('Not judged');
  await expect(itemOf(page, /abends/)).toContainText('The page answered 404.');
  await expect(itemOf(page, /Morgen/)).toContainText('Waiting');
  await expect(itemOf(page, /gar nicht/)).toContainText('No such source');
  await expect(itemOf(page, /Mai 2026/)).toContainText('No citation');
  await expectAccessible(page, 'form with citations');

  await wrong.getByRole('button').press('Enter');
  await expect(content(page)).toBeFocused();
  const selected = () =>
    content(page).evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
  expect(await selected()).toContain('insgesamt 1420 Kurse');
  expect(await content(page).evaluate((area) => area.scrollTop)).toBe(0);
  await page.keyboard.insertText('Die Volkshochschule Erlenau bot 2025 insgesamt 1240 Kurse an [1].');
  await expect(itemOf(page, bare(RIGHT))).toContainText('Found in the source: 1240; 2025');
  await expect(panel.getByRole('status')).not.toContainText('not found');

  await content(page).fill(`${WRONG}${LIST}`);
  await press(page, 'Update Post');
  const dialog = page.getByRole('dialog', { name: 'Publish with doubtful citations?' });
  await expect(dialog.getByRole('listitem')).toContainText('1420');
  await expectAccessible(page, 'question for a reason');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(content(page)).toHaveValue(`${WRONG}${LIST}`);
  await press(page, 'Update Post');
  await dialog.getByLabel('Reason').fill(' ');
  await dialog.getByRole('button', { name: 'Publish with Reason' }).press('Enter');
  await expect(dialog.getByText('Say why it is published all the same')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Die Quelle ist veraltet.');
  await dialog.getByRole('button', { name: 'Publish with Reason' }).press('Enter');
  await page.waitForURL('/admin');
  await page.goto(formOf(post));
  await press(page, 'Show history');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('Gave a reason for doubtful citations: “Die Quelle ist veraltet.”');
});

test('Editor finds a sentence in the editor, too, and on a phone unfolds the citations below the text', async ({
  page,
  givenPost,
  givenSources,
}) => {
  const filler = 'Noch ein Absatz ohne Zahlen.\n\n'.repeat(60);
  const post = await givenPost({ content: `${filler}${WRONG}${LIST}` });
  await givenSources(post, [SCHOOL]);
  await openAsStaff(page, formOf(post));
  await itemOf(page, bare(WRONG)).getByRole('button').click();
  const place = await content(page).evaluate((area: HTMLTextAreaElement) => area.scrollTop);
  expect(place).toBeGreaterThan(500);
  await page.getByRole('button', { name: 'Open Editor' }).click();
  await page.locator('.cm-content').waitFor();
  await itemOf(page, bare(WRONG)).getByRole('button').click();
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('1420');
  await page.getByRole('button', { name: 'Plain Text' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(itemOf(page, bare(WRONG))).toHaveCount(0);
  await press(page, 'Show Citations');
  await expect(itemOf(page, bare(WRONG))).toBeVisible();
  await expectAccessible(page, 'citations on a phone', LOOKS[0]);
});
