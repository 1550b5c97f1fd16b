import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reads.ts';
import type { ResourceContext } from '@ki/shared/contract/remote-module.ts';
import { site } from '@ki/shared/contract/site.ts';
import { beginningOf } from '@ki/shared/format/beginning-of.ts';
import { xmlElement, xmlText } from '@ki/shared/format/xml.ts';
import { plainText } from '@ki/shared/ui/markdown/reading/plain-text.ts';
import { standaloneHtml } from '@ki/shared/ui/markdown/standalone-html.tsx';
import { type FullPost, listFullPosts } from '../data/full-lists.ts';
import { findCategory } from '../data/posts.ts';
import { RSS_TYPE } from '../model/addresses.ts';
import { ABOUT_AI, aiSentence, withAiSentence } from '../model/ai.ts';

/** A feed; addresses are absolute, dates in ISO 8601. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  readonly pageUrl: string;
  readonly feedUrl: string;
  readonly updated: string;
  readonly entries: readonly FeedEntry[];
}

interface FeedEntry {
  readonly url: string;
  /** Never changes, even if the address does. */
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly category: string | null;
  readonly summary: string;
  readonly html: string;
  readonly published: string;
}

const date = (iso: string) => new Date(iso).toUTCString();

const item = (entry: FeedEntry) =>
  [
    '<item>',
    xmlElement('title', entry.title),
    xmlElement('link', entry.url),
    `<guid isPermaLink="false">${xmlText(entry.id)}</guid>`,
    xmlElement('pubDate', date(entry.published)),
    xmlElement('dc:creator', entry.author),
    xmlElement('category', entry.category),
    xmlElement('description', entry.summary),
    xmlElement('content:encoded', entry.html),
    '</item>',
  ].join('');

export const toRss = (feed: Feed): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>',
    xmlElement('title', feed.title),
    xmlElement('link', feed.pageUrl),
    xmlElement('description', feed.description),
    xmlElement('language', site().locale.toLowerCase()),
    xmlElement('lastBuildDate', date(feed.updated)),
    `<atom:link rel="self" type="application/rss+xml" href="${xmlText(feed.feedUrl)}"/>`,
    ...feed.entries.map(item),
    '</channel></rss>\n',
  ].join('');

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

interface Source extends Pick<Feed, 'title' | 'description'> {
  readonly path: string;
  readonly posts: readonly FullPost[];
}

async function allPosts(reader: Reader): Promise<Source> {
  const description = site().details?.description ?? '';
  return { title: site().name, description, path: paths.home, posts: await listFullPosts(reader) };
}

async function postsOf(reader: Reader, slug: string): Promise<Source> {
  const { id, name } = await findCategory(reader, slug);
  const title = `${site().name}: ${name}`;
  const posts = await listFullPosts(reader, id);
  return { title, description: `Beiträge zum Thema ${name}`, path: paths.category({ slug }), posts };
}

function feedOf({ path, posts, ...words }: Source, { origin, pathname }: URL): Feed {
  const latest = Math.max(0, ...posts.map(({ updatedAt }) => Date.parse(updatedAt)));
  return {
    ...words,
    pageUrl: origin + path,
    feedUrl: origin + pathname,
    updated: new Date(latest).toISOString(),
    entries: posts.map((post) => entryOf(post, origin)),
  };
}

export async function feedAnswer({ reader, request, params }: ResourceContext): Promise<Response> {
  const source = params.slug === undefined ? await allPosts(reader) : await postsOf(reader, params.slug);
  return new Response(toRss(feedOf(source, new URL(request.url))), {
    headers: { 'content-type': `${RSS_TYPE}; charset=utf-8`, 'cache-control': 'no-cache' },
  });
}
