import { expectAccessible } from '../accessibility.ts';
import { expect, test, unique } from './editor.ts';

test('Reader can search by keyboard alone', { tag: ['@smoke', '@crossing'] }, async ({ page, givenPost }) => {
  const word = unique('Zauberwort');
  const { slug, title } = await givenPost({ title: `Über ${word}`, content: `Hier steht ${word}.` });
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('banner').getByRole('button', { name: 'Suche' }).focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('searchbox', { name: 'Suchbegriff' });
  await expect(field).toBeFocused();
  await page.keyboard.type('qqqq');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Keine Treffer für „qqqq“.')).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectAccessible(page, 'search without results');
  await field.fill(word.toLowerCase().slice(0, -1));
  await page.keyboard.press('Enter');
  const hit = page.getByRole('main').getByRole('link', { name: title });
  await expect(hit).toBeVisible();
  await expect(page.locator('mark').first()).toContainText('Zauberwort');
  while (!(await hit.evaluate((link) => link === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/post/${slug}$`));
});
