import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { dataDirOfPlatform } from './running-platform.ts';
import { openAsStaff } from './sign-in.ts';

test('A published HTML file that is opened as a document runs nothing and reads no session', async ({
  page,
  baseURL,
}) => {
  await openAsStaff(page, '/admin');
  const { remotes } = await (await page.request.get('/platform.json')).json();
  const { version, entry } = remotes['mf-matrix'];
  const file = path.join(dataDirOfPlatform(), 'store', 'mf-matrix', version, 'web', 'opened.html');
  writeFileSync(
    file,
    '<title>opened</title><p>Text</p><script>document.title = "read " + localStorage.length</script>',
  );
  try {
    const response = await page.goto(new URL('opened.html', entry).href);
    expect(response?.headers()).toMatchObject({
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    await expect(page.getByText('Text')).toBeVisible();
    await expect(page).toHaveTitle('opened');
    expect(await page.evaluate(() => self.origin)).toBe('null');
    expect(new URL(page.url()).origin).not.toBe(baseURL);
  } finally {
    rmSync(file);
  }
});
