import { type Browser, mergeTests, type Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { expectAccessible } from '../accessibility.ts';
import { test as withPosts } from '../blog/editor.ts';
import { test as withCourses } from '../learning/content.ts';
import { expect, test as shared } from '../platform/fixtures.ts';
import { openAsStaff } from '../platform/sign-in.ts';

const test = mergeTests(shared, withPosts, withCourses);

const banner = (page: Page) => page.getByRole('complementary', { name: 'Vorschau' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const MISSING = 'Seite nicht gefunden';

async function createLink(editor: SupabaseClient, kind: string, record: string): Promise<string> {
  const { data: token } = await editor.rpc('create_preview', { kind, record }).throwOnError();
  return `/preview/${token}`;
}

/** A page of somebody without an account. */
const visitorOf = async (browser: Browser) => (await browser.newContext()).newPage();

test('Editor can share a draft by a link, which anybody opens until it is revoked', { tag: '@smoke' }, async ({
  browser,
  page,
  givenPost,
}) => {
  const post = await givenPost();
  await openAsStaff(page, `/admin/posts/edit/${post.id}`);
  await page.getByLabel('Title').fill(`Entwurf: ${post.title}`);
  await page.getByRole('button', { name: 'Save Draft' }).click();
  await expect(page.getByText(/^Draft saved at/)).toBeVisible();
  await page.getByRole('button', { name: 'Share Preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Preview' });
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await expect(dialog.getByText(/Made on .* by admin@example\.com/)).toBeVisible();
  await expectAccessible(page, 'a link to a preview');

  const visitor = await visitorOf(browser);
  await visitor.goto(link);
  await expect(heading(visitor, `Entwurf: ${post.title}`)).toBeVisible();
  await expect(banner(visitor)).toContainText(/Der Link gilt bis \d+\. \w+ \d{4}, \d\d:\d\d Uhr/);
  await expectAccessible(visitor, 'preview of a post');
  await visitor.goto(`/post/${post.slug}`);
  await expect(heading(visitor, post.title)).toBeVisible();

  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByText('The link was revoked.')).toBeVisible();
  expect((await visitor.goto(link))?.status()).toBe(404);
  await expect(heading(visitor, MISSING)).toBeVisible();
  await visitor.context().close();
});

// `previews.test.ts` of the policies has the modules and lessons that a preview has.
test('Visitor with a link goes through the course of a draft, lesson by lesson', async ({
  browser,
  content,
  editor,
}) => {
  const { id: record, lessons } = await content.addCourseOf({
    Eins: [
      { title: 'Lektion A', content: 'Text von A.' },
      { title: 'Lektion B', content: 'Text von B.' },
    ],
  });
  await editor.rpc('save_draft', { kind: 'courses', record, columns: { title: 'Entwurf' } }).throwOnError();
  const link = await createLink(editor, 'courses', record);
  const visitor = await visitorOf(browser);
  await visitor.goto(link);
  await expect(heading(visitor, 'Entwurf')).toBeVisible();
  await visitor
    .getByRole('link', { name: /Lektion A/ })
    .first()
    .click();
  await expect(visitor).toHaveURL(`${link}/lessons/${lessons[0]?.id}`);
  await expect(visitor.getByText('Text von A.')).toBeVisible();
  await expect(banner(visitor)).toBeVisible();
  await expectAccessible(visitor, 'preview of a lesson');
  await visitor.getByRole('link', { name: /^Next/ }).click();
  await expect(visitor.getByText('Text von B.')).toBeVisible();
  await visitor.getByRole('link', { name: 'Zum Kurs' }).click();
  await expect(visitor).toHaveURL(link);
  await visitor.context().close();
});

test('A preview is for no cache and no index, has no script, and takes no other method; without a link all is 404', async ({
  request,
  editor,
  givenPost,
}) => {
  const post = await givenPost();
  const link = await createLink(editor, 'posts', post.id);
  const secret = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' };
  const response = await request.get(link);
  expect(response.status()).toBe(200);
  expect(response.headers()).toMatchObject({ ...secret, 'referrer-policy': 'no-referrer' });
  expect(response.headers()).not.toHaveProperty('etag');
  expect(await response.text()).not.toMatch(/<script|rel="canonical"|rel="alternate"|og:url/);
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await request.fetch(link, { method })).status(), method).toBe(405);
  for (const address of [`/_data${link}`, `${link}.md`, `${link}/lessons/${crypto.randomUUID()}`, `${link}/x`]) {
    const answer = await request.get(address, { headers: { accept: 'text/markdown' } });
    expect(answer.status(), address).toBe(404);
    expect(await answer.text()).not.toContain(post.title);
  }

  const missing = async (address: string) => {
    const answer = await request.get(address);
    expect([answer.status(), answer.headers()], address).toMatchObject([404, secret]);
    return (await answer.text()).replace(/Kennung: [\w-]+/, '');
  };
  const never = await missing(`/preview/${'0'.repeat(64)}`);
  expect(never).toContain(MISSING);
  const changed = link.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  for (const address of [changed, `${link}0`, link.toUpperCase().replace('/PREVIEW', '/preview'), '/preview/x'])
    expect(await missing(address)).toBe(never);
  const [made] = (await editor.rpc('list_previews', { record: post.id }).throwOnError()).data;
  await editor.rpc('revoke_preview', { preview: made.id }).throwOnError();
  expect(await missing(link)).toBe(never);
});
