import { expect, test, unique } from './editor.ts';

test('Reader can search by keyboard alone', { tag: ['@smoke', '@crossing'] }, async ({ page, givenPost }) => {
  const word = unique('Zauberwort');
  const { slug, title } = await givenPost({ title: `Über ${word}` });
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('banner').getByRole('button', { name: 'Suche' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Suchbegriff' })).toBeFocused();
  await page.keyboard.type(word.toLowerCase().slice(0, -1));
  await page.keyboard.press('Enter');
  const hit = page.getByRole('main').getByRole('link', { name: title });
  await expect(hit).toBeVisible();
  while (!(await hit.evaluate((link) => link === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/post/${slug}$`));
});

test('Reader finds posts, workshops, courses and the matrix', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/suche?suche=pruefung');
  for (const kind of ['Beitrag', 'Online-Kurs', 'Course Matrix']) {
    await expect(page.getByRole('listitem').getByText(kind, { exact: true }).first()).toBeVisible();
  }
  await expect(page.locator('mark').first()).toHaveText(/^Prüfung/i);
});

test('Reader gets a message for a search without results, and odd queries break nothing', async ({ page }) => {
  for (const query of [
    "'",
    '"',
    ':*',
    '&|!()',
    '<script>alert(1)</script>',
    '\\',
    '%',
    'der die das',
    'x'.repeat(500),
    '🙂',
  ]) {
    const response = await page.goto(`/suche?suche=${encodeURIComponent(query)}`);
    expect(response?.status(), query).toBe(200);
    await expect(page.getByText(/Keine Treffer|\d Treffer|besten Treffer/).first()).toBeVisible();
  }
});

test('No index holds search results', async ({ page }) => {
  await page.goto('/suche?suche=ki');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});
