import { type Browser, expect, type Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { expectAccessible } from '../accessibility.ts';
import { type AddedCourse, test } from '../learning/content.ts';
import { hasPostgres, sqlOf } from '../platform/platform-sql.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';
import { editorClient, openAsStaff } from '../platform/sign-in.ts';

type Row = Readonly<Record<string, unknown>>;

const banner = (page: Page) => page.getByRole('complementary', { name: 'Vorschau' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const MISSING = 'Seite nicht gefunden';

/** A published post, which is removed by the function that is returned with it. */
async function givenPost(editor: SupabaseClient) {
  const mark = crypto.randomUUID().slice(0, 8);
  const post = { title: `Öffentlich ${mark}`, slug: `vorschau-${mark}`, content: 'Text', author: 'Ada Test' };
  const rows = editor.from('posts').insert({ ...post, published_at: new Date(Date.now() - 60_000).toISOString() });
  const { data } = await rows.select('id').single().throwOnError();
  return { ...post, id: data?.id as string, remove: () => editor.from('posts').delete().eq('id', data?.id) };
}

async function saveDraft(editor: SupabaseClient, kind: string, record: string, columns: Row): Promise<void> {
  const { data: draft } = await editor.rpc('read_draft', { record }).throwOnError();
  await editor.rpc('save_draft', { kind, record, columns, version: draft?.updated_at ?? null }).throwOnError();
}

async function createLink(editor: SupabaseClient, kind: string, record: string): Promise<string> {
  const { data: token } = await editor.rpc('create_preview', { kind, record }).throwOnError();
  return `/preview/${token}`;
}

/** Begins a draft of a course whose first module has another lesson at its beginning. */
async function givenNewLesson(editor: SupabaseClient, course: AddedCourse, lesson: Row): Promise<void> {
  await saveDraft(editor, 'courses', course.id, {});
  const { data } = await editor.rpc('read_draft', { record: course.id }).throwOnError();
  const [first, ...others] = data.content.modules;
  const modules = [{ ...first, lessons: [lesson, ...first.lessons] }, ...others];
  await saveDraft(editor, 'courses', course.id, { modules, title: `Entwurf: ${course.title}` });
}

/** A page of somebody without an account. */
const visitorOf = async (browser: Browser) => (await browser.newContext()).newPage();

test('Editor can share a draft by a link, which anybody opens until it is revoked', { tag: '@smoke' }, async ({
  browser,
  page,
  request,
}) => {
  const post = await givenPost(await editorClient(request));
  try {
    await openAsStaff(page, `/admin/posts/edit/${post.id}`);
    await page.getByLabel('Title').fill(`Entwurf: ${post.title}`);
    await page.getByRole('button', { name: 'Save Draft' }).click();
    await page.waitForURL('/admin');
    await page.goto(`/admin/posts/edit/${post.id}`);
    await page.getByRole('button', { name: 'Share Preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Preview' });
    await expectAccessible(page, 'no link to a preview yet');
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
  } finally {
    await post.remove();
  }
});

test('Visitor with a link goes through the course of a draft, lesson by lesson', async ({
  browser,
  content,
  request,
}) => {
  const editor = await editorClient(request);
  const course = await content.addCourseOf({ Eins: [{ title: 'Alt', content: 'Alter Text' }] });
  const added = { id: crypto.randomUUID(), title: 'Neue Lektion', content: 'Neuer Text', duration: '00:07:00' };
  await givenNewLesson(editor, course, added);
  const link = await createLink(editor, 'courses', course.id);
  const visitor = await visitorOf(browser);
  await visitor.goto(link);
  await expect(heading(visitor, `Entwurf: ${course.title}`)).toBeVisible();
  await expectAccessible(visitor, 'preview of a course');
  await visitor
    .getByRole('link', { name: /Neue Lektion/ })
    .first()
    .click();
  await expect(visitor).toHaveURL(`${link}/lessons/${added.id}`);
  await expect(visitor.getByText('Neuer Text')).toBeVisible();
  await expect(banner(visitor)).toBeVisible();
  await expectAccessible(visitor, 'preview of a lesson');
  await visitor.getByRole('link', { name: /^Next/ }).click();
  await expect(visitor.getByText('Alter Text')).toBeVisible();
  await visitor.getByRole('link', { name: 'Zum Kurs' }).click();
  await expect(visitor).toHaveURL(link);
  expect((await request.get(`/courses/${course.slug}/lessons/${added.id}`)).status()).toBe(404);
  await visitor.context().close();
});

test('A preview is for no cache and no index, has no script, and takes no other method', async ({ request }) => {
  const editor = await editorClient(request);
  const post = await givenPost(editor);
  try {
    const link = await createLink(editor, 'posts', post.id);
    const response = await request.get(link);
    expect(response.status()).toBe(200);
    expect(response.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(response.headers()).not.toHaveProperty('etag');
    const html = await response.text();
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).not.toMatch(/<script|rel="canonical"|rel="alternate"|og:url/);
    const head = await request.head(link);
    expect([head.status(), (await head.body()).length]).toEqual([200, 0]);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await request.fetch(link, { method })).status(), method).toBe(405);
    const other = `/lessons/${crypto.randomUUID()}`;
    for (const address of [`/_data${link}`, `${link}.md`, `${link}${other}`, `${link}/x`]) {
      const answer = await request.get(address, { headers: { accept: 'text/markdown' } });
      expect(answer.status(), address).toBe(404);
      expect(await answer.text()).not.toContain(post.title);
    }
  } finally {
    await post.remove();
  }
});

test('An expired link and a changed one are 404 at once, as one that never was', async ({ request }) => {
  const dataDir = dataDirOfPlatform();
  test.skip(!(await hasPostgres(dataDir)), 'without PostgreSQL of the platform nobody sets the time of a link');
  const editor = await editorClient(request);
  const post = await givenPost(editor);
  const sql = await sqlOf(dataDir);
  try {
    const link = await createLink(editor, 'posts', post.id);
    const ended = async (address: string) => {
      const response = await request.get(address);
      expect(response.status(), address).toBe(404);
      expect(response.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
      return (await response.text()).replace(/Kennung: [\w-]+/, '');
    };
    const never = await ended(`/preview/${'0'.repeat(64)}`);
    expect(never).toContain(MISSING);
    const changed = link.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const address of [changed, `${link}0`, link.toUpperCase().replace('/PREVIEW', '/preview'), '/preview/x'])
      expect(await ended(address)).toBe(never);
    expect((await request.get(link)).status()).toBe(200);
    await sql`update private.previews set expires_at = now() where record_id = ${post.id}`;
    expect(await ended(link)).toBe(never);
  } finally {
    await post.remove();
    await sql.end();
  }
});
