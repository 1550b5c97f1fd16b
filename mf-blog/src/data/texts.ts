import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reads.ts';
import type { PageText, TextLink, Texts } from '@ki/shared/contract/remote-module.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { linkList, withFrontMatter } from '@ki/shared/metadata/markdown-text.ts';
import { publicMarkdown } from '@ki/shared/ui/markdown/prepare-text.ts';
import { aiSentence, withAiSentence } from '../model/ai.ts';
import type { PostSummary } from '../model/post.ts';
import { builtInPages, readPageRow } from './pages.ts';
import { findCategory, newestPosts, SUMMARY, toSummary } from './posts.ts';

const NEWEST = 100;

const linkTo = ({ title, slug, excerpt, ai }: PostSummary): TextLink => ({
  title,
  path: paths.post({ slug }),
  description: withAiSentence(ai, excerpt),
});

/** Front matter, as what follows it is the row's text to the letter. */
function aiHead(ai: string, origin: string) {
  const sentence = aiSentence(ai);
  return sentence ? { ai, ai_note: `${sentence} ${origin}${paths.aboutAi}` } : {};
}

async function newestLinks(reader: Reader, categorySlug?: string): Promise<readonly TextLink[]> {
  const rows = unwrap(await newestPosts(reader, { skip: 0, take: NEWEST, categorySlug }).select(SUMMARY));
  return rows.map((row) => linkTo(toSummary(row)));
}

const post: PageText = {
  path: paths.post.pattern,
  async read({ reader, params: { slug = '' }, url }) {
    const columns = `${SUMMARY}, content, updated_at` as const;
    const row = unwrap(await reader.from('posts').select(columns).eq('slug', slug).maybeSingle());
    const { title, author, category, excerpt, publishedAt, ai } = toSummary(row);
    const head = {
      title,
      url: url.href,
      author,
      category: category?.name,
      published: publishedAt,
      updated: row.updated_at,
      description: excerpt,
      ...aiHead(ai, url.origin),
    };
    return withFrontMatter(head, await publicMarkdown(row.content));
  },
};

const category: PageText = {
  path: paths.category.pattern,
  async read({ reader, params: { slug = '' }, url }) {
    const [{ name }, links] = await Promise.all([findCategory(reader, slug), newestLinks(reader, slug)]);
    return withFrontMatter({ title: name, url: url.href }, `${linkList(links, url.origin)}\n`);
  },
};

const page: PageText = {
  path: paths.page.pattern,
  async read({ reader, params: { slug = '' }, url }) {
    const { title, description, content, updated_at: updated } = await readPageRow(reader, slug);
    return withFrontMatter({ title, url: url.href, updated, description }, await publicMarkdown(content));
  },
};

async function pageLinks(reader: Reader): Promise<readonly TextLink[]> {
  const rows = reader.from('pages').select('slug, title, description').order('slug').limit(NEWEST);
  const [builtIn, pages] = await Promise.all([builtInPages(reader), rows.then(unwrap)]);
  return [...builtIn, ...pages].map(({ slug, title, description }) => ({
    title,
    path: paths.page({ slug }),
    description,
  }));
}

export const texts: Texts = {
  pages: [post, category, page],
  async sections(reader) {
    const [posts, categories, pages] = await Promise.all([
      newestLinks(reader),
      reader.from('categories').select('name, slug').order('name').limit(NEWEST).then(unwrap),
      pageLinks(reader),
    ]);
    return [
      { title: 'Beiträge', links: posts },
      {
        title: 'Kategorien',
        links: categories.map(({ name, slug }) => ({ title: name, path: paths.category({ slug }) })),
      },
      { title: 'Seiten', links: pages },
    ];
  },
};
