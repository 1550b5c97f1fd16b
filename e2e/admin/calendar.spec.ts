import { expectAccessible, LOOKS } from '../accessibility.ts';
import { test as base, expect } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';

const test = base.extend<{ scheduled: { readonly title: string; readonly slug: string } }>({
  scheduled: async ({ givenPost }, use) => {
    await use(await givenPost({ content: 'Text', published_at: '2031-03-05T08:00:00Z' }));
  },
});

const MARCH = '/admin/calendar?day=2031-03-01';

test('Editor drags a scheduled post to another day, publishes it by keyboard, and takes both back', {
  tag: '@smoke',
}, async ({ page, scheduled, request }) => {
  await openAsStaff(page, MARCH);
  const day = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const entry = page.getByRole('link', { name: scheduled.title });
  const first = day('Wednesday, 5 March 2031');
  await expect(first).toContainText(scheduled.title);
  await expectAccessible(page, 'calendar');
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
  await expect(question).toContainText('Monday, 5 January 2026, 10:30 is in the past.');
  await question.getByRole('button', { name: 'Publish' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  const status = async () => (await request.get(`/post/${scheduled.slug}`)).status();
  await expect.poll(status).toBe(200);
  await page.keyboard.press('Enter');
  await expect.poll(status).toBe(404);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(MARCH);
  await expect(entry).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Thursday, 20 March 2031' })).toBeHidden();
  await expectAccessible(page, 'calendar on a phone', LOOKS[0]);
});
