import { expectAccessible } from '../accessibility.ts';
import { expect, test, unique } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { createAccount } from './invitation.ts';

test('Author writes and asks for publication, a publisher finds the request and publishes', {
  tag: '@smoke',
}, async ({ page, browser, request, editor }) => {
  const email = `${unique('autorin-')}@example.com`;
  const slug = unique('e2e-');
  const title = `Titel ${slug}`;
  const author = await (await browser.newContext()).newPage();
  await createAccount(author, '', email);
  await openAsStaff(page, '/admin/accounts');
  const row = page.getByRole('row', { name: email });
  await row.getByRole('button', { name: 'Make Author' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make Author' }).click();
  await expect(row.getByRole('button', { name: 'Make Publisher' })).toBeVisible();

  await author.goto('/admin/posts/new');
  await author.getByLabel('Title').fill(title);
  await author.getByLabel('Slug').fill(slug);
  await author.getByLabel('Content').fill('Text der Autorin');
  await expect(author.getByRole('button', { name: 'Create Post' })).toBeDisabled();
  await expectAccessible(author, 'form as an author');
  await author.getByRole('button', { name: 'Save Draft' }).click();
  await author.waitForURL('/admin/posts/edit/*');
  await author.getByRole('button', { name: 'Request Publication' }).click();
  await expect(author.getByRole('button', { name: 'Withdraw Request' })).toBeVisible();
  expect((await request.get(`/post/${slug}`)).status()).toBe(404);

  await page.goto('/admin');
  const waiting = page.getByRole('list', { name: 'Waiting for publication' });
  await expect(waiting.getByRole('listitem').filter({ hasText: title })).toContainText(email);
  await expectAccessible(page, 'dashboard with what waits');
  await waiting.getByRole('link', { name: title }).click();
  await expect(page.getByText(`${email} asked for its publication`)).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL('/admin');
  await expect(page.getByRole('row', { name: title })).toBeVisible();
  await expect(waiting.getByRole('link', { name: title })).toHaveCount(0);
  await expect.poll(async () => (await request.get(`/post/${slug}`)).status()).toBe(200);
  await editor.from('posts').delete().eq('slug', slug);
});
