import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { hasPostgres, sqlOf } from '../platform/platform-sql.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';
import { test as base, expect, type Post, unique } from './editor.ts';

const ABOUT = '/ki-auf-dieser-website';
const TITLE = 'Wie diese Website mit KI arbeitet';
const SCHEMA = 'https://schema.org/';
const MARK = 'Von KI geschrieben';

const PARTS = {
  none: { sentence: null, source: undefined },
  assisted: {
    sentence: 'Diesen Beitrag hat eine KI geschrieben. Die Redaktion hat ihn geprüft und steht für ihn ein.',
    source: `${SCHEMA}CompositeWithTrainedAlgorithmicMediaDigitalSource`,
  },
  generated: {
    sentence: 'Diesen Beitrag hat eine KI geschrieben. Die Redaktion hat diese Fassung noch nicht geprüft.',
    source: `${SCHEMA}TrainedAlgorithmicMediaDigitalSource`,
  },
} as const;
type Part = keyof typeof PARTS;

/** Begins both sentences. */
const LABEL = 'hat eine KI geschrieben';

interface Given extends Post {
  readonly content: string;
}
type Values = Readonly<Record<'category_id', string>>;

const test = base.extend<{ readonly givenPart: (ai: Part, values?: Values) => Promise<Given> }>({
  /** A post that a model wrote, which the editor signs off for `assisted`. */
  givenPart: async ({ editor, givenPost }, use) => {
    const dataDir = dataDirOfPlatform();
    test.skip(
      !(await hasPostgres(dataDir)),
      'without PostgreSQL of the platform nobody notes that a model wrote a post',
    );
    const sql = await sqlOf(dataDir);
    const posts: string[] = [];
    await use(async (ai, values) => {
      // A post with the same content is a copy.
      const content = unique('Text ');
      const published_at = new Date().toISOString();
      const post = await givenPost({ content, excerpt: 'Der Anriss.', published_at, ...values });
      posts.push(post.id);
      if (ai === 'none') return { ...post, content };
      await sql`insert into private.generated_posts (post) values (${post.id})`;
      const rows = editor.from('posts').update({ title: post.title }).eq('id', post.id).select('updated_at').single();
      const { data } = await rows.throwOnError();
      if (ai === 'assisted') await editor.rpc('sign_off', { post: post.id, version: data.updated_at }).throwOnError();
      return { ...post, content };
    });
    await sql`delete from private.sign_offs where record_id = any(${posts}::uuid[])`;
    await sql`delete from private.generated_posts where post = any(${posts}::uuid[])`;
    await sql.end();
  },
});

const postingOf = async (page: Page) =>
  JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '');

async function itemOf(request: APIRequestContext, slug: string): Promise<string> {
  const xml = await (await request.get('/rss.xml')).text();
  return xml.split('<item>').find((item) => item.includes(slug)) ?? '';
}

for (const [ai, { sentence, source }] of Object.entries(PARTS) as [Part, (typeof PARTS)[Part]][]) {
  test.describe(ai, () => {
    test.use({ javaScriptEnabled: false });

    test('Reader sees which part AI had in a post, also on paper and in forced colors', async ({ page, givenPart }) => {
      const { slug } = await givenPart(ai);
      await page.goto(`/post/${slug}`);
      const main = page.getByRole('main');
      const link = main.getByRole('link', { name: TITLE });
      if (sentence === null) {
        await expect(main.getByText(LABEL)).toHaveCount(0);
        await expect(link).toHaveCount(0);
        return;
      }
      await expect(main.getByText(sentence)).toBeInViewport();
      await page.emulateMedia({ forcedColors: 'active' });
      await expect(main.getByText(sentence)).toBeVisible();
      await page.emulateMedia({ media: 'print', forcedColors: null });
      await expect(main.getByText(sentence)).toBeVisible();
      await page.emulateMedia({ media: null });
      await link.click();
      await expect(page).toHaveURL(ABOUT);
      await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
      await expect(page.getByText(sentence)).toBeVisible();
    });

    test('A program reads the same: structured data, feed, Markdown and llms.txt', async ({
      page,
      request,
      givenPart,
    }) => {
      const { slug, title, content } = await givenPart(ai);
      await page.goto(`/post/${slug}`);
      expect((await postingOf(page)).digitalSourceType).toBe(source);

      const item = await itemOf(request, slug);
      expect(item).toContain(title);
      const markdown = await (await request.get(`/post/${slug}.md`)).text();
      const accepted = await request.get(`/post/${slug}`, { headers: { accept: 'text/markdown' } });
      expect(await accepted.text()).toBe(markdown);
      const list = await (await request.get('/llms.txt')).text();
      const line = list.split('\n').find((one) => one.includes(`/post/${slug}.md`)) ?? '';
      expect(markdown.endsWith(`\n---\n\n${content}`)).toBe(true);
      if (sentence === null) {
        for (const text of [item, markdown, line]) expect(text).not.toContain(LABEL);
        expect(line).toMatch(/: Der Anriss\.$/);
        return;
      }
      expect(item).toContain(`<description>${sentence} Der Anriss.</description>`);
      expect(item).toContain(`&lt;p&gt;${sentence} &lt;a href=`);
      expect(item).toMatch(new RegExp(`http://[^"&]+${ABOUT}`));
      expect(markdown).toContain(`\nai: "${ai}"\n`);
      expect(markdown).toMatch(new RegExp(`\nai_note: "${sentence} http://[^"]+${ABOUT}"\n`));
      expect(line).toContain(`: ${sentence} Der Anriss.`);
    });
  });
}

test('Reader sees in a list which posts nobody has reviewed', async ({ page, editor, givenPart }) => {
  const { data: category } = await editor.from('categories').select('id, slug').limit(1).single().throwOnError();
  const posts: [Part, Post][] = [];
  for (const ai of ['none', 'assisted', 'generated'] as const)
    posts.push([ai, await givenPart(ai, { category_id: category.id })]);
  await page.goto(`/category/${category.slug}`);
  for (const [ai, { title }] of posts) {
    const card = page.getByRole('article').filter({ hasText: title });
    await expect(card).toBeVisible();
    await expect(card.getByText(MARK)).toHaveCount(ai === 'generated' ? 1 : 0);
  }
});

test('Reader of a preview sees the sentence, too', async ({ page, editor, givenPart }) => {
  const { id } = await givenPart('generated');
  const { data: token } = await editor.rpc('create_preview', { kind: 'posts', record: id }).throwOnError();
  await page.goto(`/preview/${token}`);
  await expect(page.getByText(PARTS.generated.sentence)).toBeVisible();
});

test('Reader meets no barrier in a post by AI and on the page about it', { tag: '@smoke' }, async ({
  page,
  request,
  givenPart,
}) => {
  const { slug } = await givenPart('generated');
  await page.goto(`/post/${slug}`);
  await expectAccessible(page, 'a post by AI');
  await page.getByRole('link', { name: TITLE }).click();
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  await expectAccessible(page, 'the page about AI');
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap).toContain(`${ABOUT}</loc>`);
  expect(await (await request.get(`${ABOUT}.md`)).text()).toContain(PARTS.assisted.sentence);
  expect(await (await request.get('/llms.txt')).text()).toContain(`[${TITLE}](`);
});
