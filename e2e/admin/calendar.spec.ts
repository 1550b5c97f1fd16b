import { expectAccessible, LOOKS } from '../accessibility.ts';
import { expect, test } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';

test('Editor drags a scheduled post to another day, takes that back, and publishes the post by keyboard', {
  tag: '@smoke',
}, async ({ page, givenPost, request }) => {
  const scheduled = await givenPost({ published_at: '2031-03-05T08:00:00Z' });
  await openAsStaff(page, '/admin/calendar?day=2031-03-01');
  const day = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const entry = page.getByRole('link', { name: scheduled.title });
  const first = day('Wednesday, 5 March 2031');
  await expect(first).toContainText(scheduled.title);
  await expectAccessible(page, 'calendar');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(day('Thursday, 20 March 2031')).toBeHidden();
  await expectAccessible(page, 'calendar on a phone', LOOKS[0]);
  await page.setViewportSize({ width: 1280, height: 900 });
  const target = day('Thursday, 20 March 2031');
  await entry.locator('xpath=preceding-sibling::*').hover();
  await page.mouse.down();
  // The first move picks the entry up.
  await target.hover();
  await target.hover({ position: { x: 30, y: 60 } });
  await expect(target).toHaveAttribute('data-over');
  await page.mouse.up();
  await expect(page.getByText('is at Thursday, 20 March 2031, 09:00 now.')).toBeVisible();
  await expect(target).toContainText(scheduled.title);
  await page.keyboard.press('Enter');
  await expect(first).toContainText(scheduled.title);
  await expect(entry).toBeVisible();

  await page.getByRole('listitem').filter({ has: entry }).last().getByRole('button', { name: 'Move' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Move “${scheduled.title}”` });
  await dialog.getByLabel('Publish Date').fill('2026-01-05T10:30');
  await expectAccessible(page, 'question for a moment');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Publish it now?' });
  await question.getByRole('button', { name: 'Publish' }).press('Enter');
  await expect.poll(async () => (await request.get(`/post/${scheduled.slug}`)).status()).toBe(200);
});
