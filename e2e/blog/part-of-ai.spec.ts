import type { APIRequestContext } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { hasPostgres, sqlOf } from '../platform/platform-sql.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';
import { test as base, expect, type Post, unique } from './editor.ts';

const ABOUT = '/ki-auf-dieser-website';
const TITLE = 'Wie diese Website mit KI arbeitet';

const PARTS = {
  assisted: {
    sentence: 'Diesen Beitrag hat eine KI geschrieben. Die Redaktion hat ihn geprüft und steht für ihn ein.',
    source: 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource',
  },
  generated: {
    sentence: 'Diesen Beitrag hat eine KI geschrieben. Die Redaktion hat diese Fassung noch nicht geprüft.',
    source: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
  },
} as const;
type Part = keyof typeof PARTS;

interface Given extends Post {
  readonly content: string;
}

const test = base.extend<{ readonly givenPart: (ai: Part) => Promise<Given> }>({
  /** A post that a model wrote, which the editor signs off for `assisted`. */
  givenPart: async ({ editor, givenPost }, use) => {
    const dataDir = dataDirOfPlatform();
    test.skip(
      !(await hasPostgres(dataDir)),
      'without PostgreSQL of the platform nobody notes that a model wrote a post',
    );
    const sql = await sqlOf(dataDir);
    const posts: string[] = [];
    await use(async (ai) => {
      // A post with the same content is a copy.
      const content = unique('Text ');
      const published_at = new Date().toISOString();
      const post = await givenPost({ content, excerpt: 'Der Anriss.', published_at });
      posts.push(post.id);
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

const textOf = async (request: APIRequestContext, path: string) => (await request.get(path)).text();

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('Reader sees which part AI had in posts, also on paper and in forced colors; programs read the same', async ({
    page,
    request,
    givenPart,
  }) => {
    for (const [ai, { sentence, source }] of Object.entries(PARTS) as [Part, (typeof PARTS)[Part]][]) {
      const { slug, content } = await givenPart(ai);
      await page.goto(`/post/${slug}`);
      const note = page.getByRole('main').getByText(sentence);
      await expect(note).toBeInViewport();
      for (const medium of [{ forcedColors: 'active' }, { media: 'print' }] as const) {
        await page.emulateMedia({ media: null, forcedColors: null, ...medium });
        await expect(note).toBeVisible();
      }
      const data = await page.locator('script[type="application/ld+json"]').first().textContent();
      expect(JSON.parse(data ?? '').digitalSourceType).toBe(source);
      const item = (await textOf(request, '/rss.xml')).split('<item>').find((one) => one.includes(slug)) ?? '';
      expect(item).toContain(`<description>${sentence} Der Anriss.</description>`);
      expect(item).toContain(`&lt;p&gt;${sentence} &lt;a href=`);
      const markdown = await textOf(request, `/post/${slug}.md`);
      expect(markdown.endsWith(`\n---\n\n${content}`)).toBe(true);
      expect(markdown).toContain(`\nai: "${ai}"\n`);
      expect(markdown).toMatch(new RegExp(`\nai_note: "${sentence} http://[^"]+${ABOUT}"\n`));
      const list = (await textOf(request, '/llms.txt')).split('\n');
      expect(list.find((one) => one.includes(`/post/${slug}.md`))).toContain(`: ${sentence} Der Anriss.`);
    }
  });
});

test('Reader meets no barrier in a post by AI, in its preview and on the page about it', { tag: '@smoke' }, async ({
  page,
  request,
  editor,
  givenPart,
}) => {
  const { id, slug } = await givenPart('generated');
  const { data: token } = await editor.rpc('create_preview', { kind: 'posts', record: id }).throwOnError();
  await page.goto(`/preview/${token}`);
  await expect(page.getByText(PARTS.generated.sentence)).toBeVisible();
  await page.goto(`/post/${slug}`);
  await expectAccessible(page, 'a post by AI');
  await page.getByRole('link', { name: TITLE }).click();
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  expect(await textOf(request, `${ABOUT}.md`)).toContain(PARTS.assisted.sentence);
});
