import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test as base, expect, unique } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';

interface Article {
  readonly id: string;
  readonly title: string;
}

const TEXT = 'Lernende fragen einen Assistenten, der ihnen antwortet.';

const test = base.extend<{ readonly givenArticle: () => Promise<Article> }>({
  givenArticle: async ({ editor }, use) => {
    const written: string[] = [];
    await use(async () => {
      const slug = unique('e2e-');
      const draft = { title: `Titel ${slug}`, slug, content: TEXT, excerpt: 'Kurz', author: 'Ada Test' };
      const { data: claim } = await editor
        .rpc('claim_article', { idea: draft })
        .single<{ receipt: string }>()
        .throwOnError();
      const store = editor.rpc('store_article', { receipt: claim.receipt, draft }).single<{ id: string }>();
      const { id } = (await store.throwOnError()).data;
      written.push(id);
      return { id, title: draft.title };
    });
    await editor.from('posts').delete().in('id', written);
  },
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
const partOfAi = (page: Page) => page.getByRole('region', { name: 'Part of AI' });

/** Saves the content with the form, and opens the form again. */
async function save(page: Page, content: string): Promise<void> {
  const form = page.url();
  await page.getByLabel('Content').fill(content);
  await press(page, 'Update Post');
  await page.waitForURL('/admin');
  await page.goto(form);
}

test('Editor finds what AI wrote, signs it off, and an edit beyond a typo takes that back', {
  tag: '@smoke',
}, async ({ page, givenArticle }) => {
  const { title } = await givenArticle();
  await openAsStaff(page, `/admin?q=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  const row = page.getByRole('row', { name: title });
  await expect(row).toContainText('AI, not signed off');
  await expectAccessible(page, 'list of posts for review');
  await row.getByRole('link', { name: 'Edit' }).click();

  await expect(partOfAi(page)).toContainText('nobody has signed it off: readers see a label');
  await expectAccessible(page, 'form of a post that AI wrote');
  await press(page, 'Sign Off');
  await expect(partOfAi(page)).toContainText('signed off by admin@example.com on');
  await expect(partOfAi(page)).toBeFocused();
  await expectAccessible(page, 'form of a post that was signed off');

  await save(page, TEXT.replace('Assistenten', 'Asistenten'));
  await expect(partOfAi(page)).toContainText('signed off by admin@example.com on');
  await save(page, `${TEXT} Immer.`);
  await expect(partOfAi(page)).toContainText('nobody has signed it off: readers see a label');
  await expect(partOfAi(page)).toContainText('An earlier version was signed off by admin@example.com on');
  await page.goto(`/admin?q=${encodeURIComponent(title)}`);
  await expect(page.getByRole('row', { name: title })).toContainText('AI, not signed off');
});
