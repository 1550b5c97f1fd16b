import type { Page } from '@playwright/test';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expectAccessible } from '../accessibility.ts';
import { expect, test, unique } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { createAccount, PASSWORD } from './invitation.ts';

interface Platform {
  readonly url: string;
  readonly key: string;
}

async function clientAs({ url, key }: Platform, email: string): Promise<SupabaseClient> {
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

/** Makes an account an author, on the page of accounts. */
async function makeAuthor(page: Page, email: string): Promise<void> {
  const row = page.getByRole('row', { name: email });
  await row.getByRole('button', { name: 'Make Author' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make Author' }).click();
  await expect(row.getByRole('button', { name: 'Make Publisher' })).toBeVisible();
}

test('Author writes and asks for publication, a publisher finds the request and publishes', {
  tag: '@smoke',
}, async ({ page, browser, request, editor }) => {
  const email = `${unique('autorin-')}@example.com`;
  const slug = unique('e2e-');
  const title = `Titel ${slug}`;
  const author = await (await browser.newContext()).newPage();
  await createAccount(author, '', email);
  await openAsStaff(page, '/admin/accounts');
  await makeAuthor(page, email);

  await author.goto('/admin/posts/new');
  await author.getByLabel('Title').fill(title);
  await author.getByLabel('Slug').fill(slug);
  await author.getByLabel('Content').fill('Text der Autorin');
  await expect(author.getByRole('button', { name: 'Create Post' })).toBeDisabled();
  await expect(author.getByRole('button', { name: 'Create Post' })).toHaveAccessibleDescription(
    /^Authors do not change/,
  );
  await expectAccessible(author, 'form as an author');
  await author.getByRole('button', { name: 'Save Draft' }).click();
  await author.getByRole('link', { name: 'Edit' }).first().waitFor();
  const { data: post } = await editor.from('posts').select('id').eq('slug', slug).single();
  await author.goto(`/admin/posts/edit/${post?.id}`);
  await author.getByRole('button', { name: 'Request Publication' }).click();
  await expect(author.getByRole('button', { name: 'Withdraw Request' })).toBeVisible();
  expect((await request.get(`/post/${slug}`)).status()).toBe(404);

  const { supabase } = await (await request.get('/platform.json')).json();
  const direct = await clientAs(supabase, email);
  const { error } = await direct.from('posts').update({ published_at: '2020-01-01T00:00:00Z' }).eq('slug', slug);
  expect(error).toMatchObject({ code: '42501', message: expect.stringMatching(/^Authors do not change/) });
  expect(
    (await direct.rpc('set_role', { account: (await direct.auth.getUser()).data.user?.id, role: 'publisher' })).error,
  ).toMatchObject({ code: '42501' });

  await page.goto('/admin');
  const waiting = page.getByRole('region', { name: 'Waiting for publication' });
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

test('Author who deletes a course of others reads why not at its row, which stays, also on a phone', async ({
  page,
  browser,
}) => {
  const email = `${unique('autorin-')}@example.com`;
  const author = await (await browser.newContext()).newPage();
  await createAccount(author, '', email);
  await openAsStaff(page, '/admin/accounts');
  await makeAuthor(page, email);
  for (const [width, opener] of [
    [1440, 'Delete'],
    [390, 'More actions'],
  ] as const) {
    await author.setViewportSize({ width, height: 844 });
    await author.goto('/admin/courses');
    await expect(author.getByText(/^You may write and delete your own drafts/)).toBeVisible();
    const row = author
      .getByRole('row')
      .filter({ has: author.getByRole('button', { name: opener }) })
      .first();
    await row.getByRole('button', { name: opener }).click();
    if (opener !== 'Delete') await row.getByRole('button', { name: 'Delete' }).click();
    await author.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(row.getByRole('alert')).toHaveText('Authors change only what they created.');
    await expect(row.getByRole('button', { name: opener })).toBeFocused();
    await expectAccessible(author, `refused deletion at ${width}`);
  }
});
