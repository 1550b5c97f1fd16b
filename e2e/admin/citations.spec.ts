import { expectAccessible, LOOKS } from '../accessibility.ts';
import { expect, type Post, test } from '../blog/editor.ts';
import { sqlOf } from '../platform/platform-sql.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { content, formOf, press } from './post-form.ts';

const WRONG = 'Die Volkshochschule Erlenau bot 2025 insgesamt 1420 Kurse an';
const SOURCE = 'Die Volkshochschule Erlenau bot im Jahr 2025 insgesamt 1.240 Kurse an.';
const LIST = '## Quellen\n\n1. [Kurse in Erlenau](https://example.org/kurse)';

/** Stores the source of a post as its generation does, until the returned function is called. */
async function addSource({ id }: Post): Promise<() => Promise<void>> {
  const sql = await sqlOf(dataDirOfPlatform());
  const receipt = crypto.randomUUID();
  await sql`insert into public.sources (receipt, post_id, number, url, title, state, text, quotes)
    values (${receipt}, ${id}, 1, 'https://example.org/kurse', 'Kurse in Erlenau', 'read', ${SOURCE}, '[]')`;
  return async () => {
    await sql`delete from public.sources where receipt = ${receipt}`;
    await sql.end();
  };
}

test.use({ viewport: { width: 1440, height: 900 } });

test('Editor finds a sentence in the editor, too, and on a phone unfolds the citations below the text', async ({
  page,
  givenPost,
}) => {
  const filler = 'Noch ein Absatz ohne Zahlen.\n\n'.repeat(60);
  const post = await givenPost({ content: `${filler}${WRONG} [1].\n\n${LIST}` });
  const removeSource = await addSource(post);
  await openAsStaff(page, formOf(post));
  const sentence = page.getByRole('region', { name: 'Citations' }).getByRole('button', { name: WRONG });
  await sentence.click();
  const place = await content(page).evaluate((area: HTMLTextAreaElement) => area.scrollTop);
  expect(place).toBeGreaterThan(500);
  await page.getByRole('button', { name: 'Open Editor' }).click();
  await page.locator('.cm-content').waitFor();
  await sentence.click();
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('1420');
  await page.getByRole('button', { name: 'Plain Text' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(sentence).toHaveCount(0);
  await press(page, 'Show Citations');
  await expect(sentence).toBeVisible();
  await expectAccessible(page, 'citations on a phone', LOOKS[0]);
  await removeSource();
});
