import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reader.ts';
import type { ResourceContext } from '@ki/shared/contract/remote-module.ts';
import { site } from '@ki/shared/contract/site.ts';
import { beginningOf } from '@ki/shared/format/beginning-of.ts';
import { plainText } from '@ki/shared/ui/markdown/reading/plain-text.ts';
import { standaloneHtml } from '@ki/shared/ui/markdown/standalone-html.tsx';
import { findCategory } from '../data/categories.ts';
import { type FullPost, listFullPosts } from '../data/full-lists.ts';
import { RSS_TYPE } from '../model/addresses.ts';
import { ABOUT_AI, aiSentence, withAiSentence } from '../model/ai.ts';
import { type Feed, type FeedEntry, toRss } from '../model/rss.ts';

const SUMMARY_LENGTH = 300;

function withAiNote({ ai, markdown }: FullPost): string {
  const sentence = aiSentence(ai);
  return sentence ? `${sentence} [${ABOUT_AI}](${paths.aboutAi})\n\n${markdown}` : markdown;
}

function entryOf(post: FullPost, origin: string): FeedEntry {
  const url = origin + paths.post({ slug: post.slug });
  const summary = post.excerpt ?? beginningOf(plainText(post.markdown), SUMMARY_LENGTH);
  return {
    url,
    id: `urn:uuid:${post.id}`,
    title: post.title,
    author: post.author,
    category: post.category?.name ?? null,
    summary: withAiSentence(post.ai, summary),
    html: standaloneHtml(withAiNote(post), url),
    published: post.publishedAt,
  };
}

interface Source {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly posts: readonly FullPost[];
}

async function allPosts(reader: Reader): Promise<Source> {
  const description = site().details?.description ?? '';
  return { title: site().name, description, path: paths.home, posts: await listFullPosts(reader) };
}

async function postsOf(reader: Reader, slug: string): Promise<Source> {
  const { id, name } = await findCategory(reader, slug);
  const posts = await listFullPosts(reader, id);
  return {
    title: `${site().name}: ${name}`,
    description: `Beiträge zum Thema ${name}`,
    path: paths.category({ slug }),
    posts,
  };
}

const latest = (dates: readonly string[]) => Math.max(0, ...dates.map((date) => Date.parse(date)));

function feedOf({ title, description, path, posts }: Source, { origin, pathname }: URL): Feed {
  return {
    title,
    description,
    pageUrl: origin + path,
    feedUrl: origin + pathname,
    updated: new Date(latest(posts.map(({ updatedAt }) => updatedAt))).toISOString(),
    entries: posts.map((post) => entryOf(post, origin)),
  };
}

export async function feedAnswer({ reader, request, params }: ResourceContext): Promise<Response> {
  const source = params.slug === undefined ? await allPosts(reader) : await postsOf(reader, params.slug);
  return new Response(toRss(feedOf(source, new URL(request.url))), {
    headers: { 'content-type': `${RSS_TYPE}; charset=utf-8`, 'cache-control': 'no-cache' },
  });
}
