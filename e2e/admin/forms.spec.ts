import type { Locator } from '@playwright/test';
import { expect, test, unique } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { button } from './post-form.ts';

/** The first letters of a text begin where the round corner of its box has ended. */
async function expectTextWithinCorners(text: Locator): Promise<void> {
  const isWithin = await text.evaluate((element) => {
    const box = element.closest('div') ?? element;
    const [outer, range] = [box.getBoundingClientRect(), document.createRange()];
    range.selectNodeContents(element);
    const [first = outer] = range.getClientRects();
    const radius = Math.min(Number.parseFloat(getComputedStyle(box).borderTopLeftRadius), outer.height / 2);
    return Math.hypot(radius - (first.left - outer.left), radius - (first.top - outer.top)) <= radius;
  });
  expect(isWithin).toBe(true);
}

test('A toast of the page before leaves the buttons of a form free', async ({ page, editor }) => {
  const title = unique('Frei, mit einem Titel, der auf einem Telefon mehrere Zeilen braucht, ');
  await page.setViewportSize({ width: 390, height: 800 });
  await openAsStaff(page, '/admin/courses/new');
  await page.getByLabel('Title').fill(title);
  await button(page, 'Create Course').click();
  const toast = page.getByText(`“${title}” was created as a draft.`);
  await expect(toast).toBeVisible();
  await page.getByRole('link', { name: 'Edit Course' }).click();
  const publish = button(page, 'Publish');
  await expect(publish).toBeVisible();
  const [above, below] = [await toast.boundingBox(), await publish.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  await expectTextWithinCorners(toast);
  await editor.from('courses').delete().eq('title', title);
});

test('The notes about an imported file come into sight above the buttons', async ({ page }) => {
  await openAsStaff(page, '/admin/posts/new');
  const buffer = Buffer.from('---\ntags: [a]\n---\n\nText');
  await page.getByLabel('Markdown file').setInputFiles({ name: 'notizen.md', mimeType: 'text/markdown', buffer });
  const notes = page.getByText('Not used: tags.');
  await expect(notes).toBeInViewport();
  const bar = page.getByRole('button', { name: 'Create Post' });
  const bottomOf = async () => {
    const [above, below] = [await notes.boundingBox(), await bar.boundingBox()];
    return (above?.y ?? 0) + (above?.height ?? 0) - (below?.y ?? 0);
  };
  await expect.poll(bottomOf).toBeLessThan(0);
});

test('Editor saves an ad beside an ad blocker, and reads what may have happened to a request without an answer', async ({
  page,
  editor,
}) => {
  const title = unique('Anzeige ');
  const texts = { title, subtitle: 'U', description: 'B', cta_text: 'Mehr', cta_url: '/workshops', type: 'team' };
  const { data: ad } = await editor.from('ads').insert(texts).select('id').single().throwOnError();
  // A rule of EasyList.
  await page.route(/\/ads\?id=/, (route) => route.abort('blockedbyclient'));
  await openAsStaff(page, `/admin/ads/edit/${ad.id}`);
  await page.getByLabel('Subtitle').fill('Neu');
  await button(page, 'Update Ad').click();
  await page.waitForURL('/admin/ads');
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('Neu');

  await page.route(
    ({ pathname }) => pathname.endsWith('/ads'),
    (route) => (route.request().method() === 'PATCH' ? route.abort('blockedbyclient') : route.fallback()),
  );
  await row.getByRole('button', { name: 'Inactive' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'ad blocker' })).toBeVisible();
  await editor.from('ads').delete().eq('id', ad.id);
});
