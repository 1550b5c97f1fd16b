import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { expect, test, unique } from '../blog/editor.ts';
import { hydrate } from '../platform/hydrate.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { content, press } from './post-form.ts';

const hintOf = (field: Locator) =>
  field.evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent);

async function typePost(page: Page, title: string): Promise<void> {
  await openAsStaff(page, '/admin/posts/new');
  await page.getByLabel('Title').fill(title);
  await content(page).fill('Ein Text.');
}

for (const minutes of [10, -10]) {
  test(`Editor publishes at once with a clock that is ${minutes} minutes ahead`, async ({ page, editor, request }) => {
    await page.clock.install({ time: Date.now() + minutes * 60_000 });
    const slug = unique('uhr-');
    await typePost(page, slug);
    await press(page, 'Create Post');
    const said = page.getByText(`“${slug}” was created and is public.`);
    await expect(said).toBeVisible();
    await expect(page.getByRole('row', { name: slug })).not.toContainText('Scheduled');
    await expect.poll(async () => (await request.get(`/post/${slug}`)).status()).toBe(200);
    await said.getByRole('link', { name: 'View' }).click();
    await expect(page.getByRole('heading', { level: 1, name: slug })).toBeVisible();
    await editor.from('posts').delete().eq('slug', slug);
  });
}

test.describe('in another zone than the site', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('Editor sees one moment in form, message, list and calendar, and each names its zone', async ({
    page,
    editor,
  }) => {
    const title = unique('Zone ');
    const slug = title.toLowerCase().replace(' ', '-');
    await typePost(page, title);
    const date = page.getByLabel('Publish Date');
    await date.fill('2031-12-24T18:00');
    expect(await hintOf(date)).toContain('Local time (New York), 00:00 on 25 December 2031 in Zurich.');
    await press(page, 'Create Post');
    const there = '25. Dezember 2031, 00:00 Uhr (Zurich)';
    await expect(page.getByText(`“${title}” was created and is scheduled for ${there}.`)).toBeVisible();
    await expect(page.getByRole('row', { name: title })).toContainText(there);

    await page.goto('/admin/calendar?day=2031-12-25');
    const day = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '25 December 2031' }) });
    await expect(day).toContainText('00:00 (Zurich) Post, scheduled');
    await day.getByRole('button', { name: 'Move' }).click();
    const moved = page.getByRole('dialog').getByLabel('Publish Date');
    await expect(moved).toHaveValue('2031-12-24T18:00');
    await moved.fill('2031-12-25T18:00');
    expect(await hintOf(moved)).toBe('Local time (New York), 00:00 on 26 December 2031 in Zurich');
    await expectAccessible(page, 'question for a moment in two zones');
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await expect(page.getByText('is at Friday, 26 December 2031, 00:00 in Zurich now.')).toBeVisible();
    await editor.from('posts').delete().eq('slug', slug);
  });

  test('Reader sees the dates of the site, also after hydration', async ({ page, givenPost }) => {
    const post = await givenPost({ published_at: '2001-02-03T23:30:00Z' });
    await page.goto(`/post/${post.slug}`);
    const date = page.getByRole('article').or(page.locator('main')).first().locator('time').first();
    await expect(date).toHaveText('4. Februar 2001');
    await hydrate(page);
    await expect(date).toHaveText('4. Februar 2001');
  });
});
