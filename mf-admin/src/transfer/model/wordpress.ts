import { toSlug } from '@ki/shared/format/slug.ts';
import { XMLParser } from 'fast-xml-parser';
import { type FileRow, UnreadableFile } from '../../records/model/files/file-rows.ts';
import { postRow } from '../../records/model/files/post-row.ts';
import { z } from '../../records/model/z.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

const text = z.string().default('');
const category = z.object({ '#text': text, '@_domain': text, '@_nicename': text });

const itemSchema = z.object({
  title: text,
  link: text,
  'dc:creator': text,
  'content:encoded': text,
  'excerpt:encoded': text,
  'wp:post_id': text,
  'wp:post_date_gmt': text,
  'wp:post_name': text,
  'wp:status': text,
  'wp:post_type': text,
  'wp:post_password': text,
  category: z.array(z.union([category, z.string().transform(() => null)])).default([]),
});

const documentSchema = z.object({
  rss: z.object({
    channel: z.object({
      'wp:wxr_version': z.string(),
      'wp:author': z.array(z.object({ 'wp:author_login': text, 'wp:author_display_name': text })).default([]),
      item: z.array(itemSchema).default([]),
    }),
  }),
});

type Channel = z.infer<typeof documentSchema>['rss']['channel'];
type Item = Channel['item'][number];

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ['item', 'category', 'wp:author'].includes(name),
});

function channelOf(xml: string): Channel {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml.replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>/g, ''))) {
    throw new UnreadableFile('This XML declares a document type; expected the export of WordPress, which has none.');
  }
  let found: unknown;
  try {
    found = parser.parse(xml, true);
  } catch (error) {
    throw new UnreadableFile(`This is no well-formed XML (${error instanceof Error ? error.message : String(error)}).`);
  }
  const { success, data } = documentSchema.safeParse(found);
  if (!success)
    throw new UnreadableFile('This is no export of WordPress; expected an RSS file with wp:wxr_version and items.');
  return data.rss.channel;
}

const STATES: Readonly<Record<string, string>> = {
  trash: 'It is in the trash.',
  'auto-draft': 'WordPress saved it by itself; nobody wrote it.',
  inherit: 'It is a version of another post.',
};

const TYPES: Readonly<Record<string, string>> = {
  page: 'This is a page, not a post.',
  attachment: 'This is a file of the media library, not a post.',
};

const reasonToLeaveOut = (item: Item): string | undefined =>
  item['wp:post_type'] === 'post'
    ? STATES[item['wp:status']]
    : (TYPES[item['wp:post_type']] ?? `This is of the type ${item['wp:post_type']}, not a post.`);

const BLOCK = /^\s*<(?:\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|table|figure|div|hr|iframe|section)\b|!--)/i;

/** The classic editor stores paragraphs as blank lines, and WordPress adds the tags when it shows them. */
const withParagraphs = (html: string) =>
  html.includes('<!-- wp:') || /<p[\s>]/i.test(html)
    ? html
    : html
        .split(/\r?\n[ \t]*\r?\n/)
        .map((part) => (BLOCK.test(part) ? part : `<p>${part.trim().replaceAll(/\r?\n/g, '<br>')}</p>`))
        .join('\n');

/** A draft has the date 0000-00-00, and a moment in GMT has no offset. */
const momentOf = (gmt: string) => (/^[1-9]/.test(gmt) ? `${gmt.trim().replace(' ', 'T')}Z` : null);

function notesOf(item: Item, isForAll: boolean): string[] {
  const shortcodes = new Set(
    [...item['content:encoded'].matchAll(/\[([a-z][\w-]*)(?:\s[^\]]*)?\](?!\()/g)].map(([, name]) => name),
  );
  return [
    ...(isForAll ? [] : ['In WordPress not everybody reads it: it becomes a draft.']),
    ...(shortcodes.size > 0 ? [`Text in square brackets stays as it is: ${[...shortcodes].join(', ')}.`] : []),
  ];
}

const withoutSlash = (address: string) => address.replace(/\/$/, '');

function rowOf(channel: Channel, item: Item, addresses: ReadonlyMap<string, string>): FileRow {
  const place = `item ${item['wp:post_id']}`;
  const slug = item['wp:post_name'] || toSlug(item.title);
  const leftOut = reasonToLeaveOut(item);
  if (leftOut) return postRow(place, { title: item.title, slug, content: '' }, { leftOut });
  const rewrite = (address: string) => addresses.get(withoutSlash(address)) ?? address;
  const { markdown, notes } = htmlToMarkdown(withParagraphs(item['content:encoded']), rewrite);
  const [first] = item.category.filter((found) => found?.['@_domain'] === 'category');
  const isForAll = item['wp:status'] !== 'private' && item['wp:post_password'] === '';
  const isPublic = isForAll && ['publish', 'future'].includes(item['wp:status']);
  const login = item['dc:creator'];
  const author = channel['wp:author'].find((known) => known['wp:author_login'] === login)?.['wp:author_display_name'];
  const fields = {
    title: item.title,
    slug,
    content: markdown,
    excerpt: item['excerpt:encoded'].trim() || null,
    date: isPublic ? momentOf(item['wp:post_date_gmt']) : null,
    author: author || login || null,
    category: first?.['#text'] ?? null,
    categorySlug: first?.['@_nicename'] || null,
  };
  return postRow(place, fields, { notes: [...notes, ...notesOf(item, isForAll)] });
}

export function* rowsOfWordPress(xml: string): Generator<FileRow> {
  const channel = channelOf(xml);
  const posts = channel.item.filter((item) => item['wp:post_type'] === 'post' && item['wp:post_name'] && item.link);
  const addresses = new Map(posts.map((item) => [withoutSlash(item.link), `/post/${item['wp:post_name']}`]));
  for (const item of channel.item) yield rowOf(channel, item, addresses);
}
