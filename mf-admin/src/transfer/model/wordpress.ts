import { plural } from '@ki/shared/format/plural.ts';
import { toSlug } from '@ki/shared/format/slug.ts';
import { isSlug } from '../../files/model/file-name.ts';
import type { FileRow } from '../../files/model/file-rows.ts';
import { htmlToMarkdown, htmlToText } from '../../files/model/html-to-markdown.ts';
import { type PostFields, postRow } from '../../files/model/post-row.ts';
import { convertRow, listNames } from './conversion.ts';
import { formerAddresses } from './former-addresses.ts';
import { type Former, innerLinks } from './inner-links.ts';
import { fillBlocks, footnoteList, shortcodesIn, upToLast, withoutShortcodes } from './wordpress/markup.ts';
import { categoryIds, metadataNotes, pictureOf, termsOf } from './wordpress/metadata.ts';
import { withParagraphs } from './wordpress/paragraphs.ts';
import { publicationOf, reasonToLeaveOut, restrictionsIn } from './wordpress/publication.ts';
import { type Export, type Item, mediaIn, readExport } from './wordpress/read-export.ts';

interface Slug {
  readonly slug: string;
  readonly note?: string;
}

const idOf = ({ parts }: Item) => parts['wp:post_id'] ?? '';
const isPost = (item: Item) => item.parts['wp:post_type'] === 'post';

/** WordPress stores other letters than those of English percent-encoded. */
function slugOf({ parts }: Item): Slug {
  const name = parts['wp:post_name'] ?? '';
  if (isSlug(name)) return { slug: name };
  let slug = '';
  try {
    slug = decodeURIComponent(name).normalize('NFC');
  } catch {
    // No percent-encoding: the title makes the slug, and the note below says so.
  }
  if (isSlug(slug)) return { slug, note: `Its address has its letters now: /post/${slug}.` };
  const made = toSlug(htmlToText(parts.title ?? '')) || (parts['wp:post_id'] ? `post-${parts['wp:post_id']}` : '');
  return name ? { slug: made, note: `Its address was ${name}; its title makes /post/${made}.` } : { slug: made };
}

function slugsOf(items: readonly Item[]): Map<Item, Slug> {
  const slugs = new Map<Item, Slug>();
  const taken = new Set<string | undefined>();
  for (const item of items) if (item.parts['wp:post_name'] && isPost(item)) taken.add(item.parts['wp:post_name']);
  for (const item of items) {
    const found = slugOf(item);
    const isMade = isPost(item) && found.slug !== item.parts['wp:post_name'];
    let slug = found.slug;
    for (let number = 2; isMade && slug && taken.has(slug); number += 1) slug = `${found.slug}-${number}`;
    if (isMade) taken.add(slug);
    slugs.set(item, { ...found, slug });
  }
  return slugs;
}

/** The address in WordPress, the short one, and those of before. */
function addressesOf(item: Item): readonly string[] {
  const { link = '', guid = '', 'wp:post_name': name = '' } = item.parts;
  const former = item.meta.get('_wp_old_slug')?.filter(Boolean) ?? [];
  const short = `?p=${idOf(item)}`;
  const isSame = guid.endsWith(short) && link.startsWith(guid.slice(0, -short.length));
  const [, before, after] =
    /^(.*\/)[^/]+(\/?)$/.exec(link.endsWith(`/${name}/`) || link.endsWith(`/${name}`) ? link : '') ?? [];
  const ofBefore = before === undefined || name === '' ? [] : former.map((slug) => `${before}${slug}${after}`);
  return [link, short, isSame ? '' : guid, ...ofBefore].filter(Boolean);
}

function* addressesOfPosts(items: readonly Item[], slugs: ReadonlyMap<Item, Slug>): Generator<Former> {
  yield { to: '/', addresses: [''] };
  for (const item of items) {
    if (!isPost(item) || reasonToLeaveOut(item)) continue;
    yield { to: `/post/${slugs.get(item)?.slug}`, addresses: addressesOf(item) };
  }
}

/** Among them those of a host from before a move. */
function* ownAddresses(items: readonly Item[]): Generator<string> {
  for (const item of items) if (isPost(item)) yield* [item.parts.link ?? '', item.parts.guid ?? ''];
}

/** The parts of an export that its items refer to. */
function siteOf({ parts, items, authors, ...rest }: Export) {
  const slugs = slugsOf(items);
  const home = parts['wp:base_blog_url'] || parts.link || parts['wp:base_site_url'];
  return {
    media: mediaIn(items),
    reusable: new Map(
      items.filter((item) => item.parts['wp:post_type'] === 'wp_block').map((item) => [idOf(item), item]),
    ),
    authors: new Map(
      authors.map((author) => [author['wp:author_login'] ?? '', htmlToText(author['wp:author_display_name'] ?? '')]),
    ),
    categories: categoryIds({ parts, items, authors, ...rest }),
    slugs,
    home,
    linksOf: innerLinks(addressesOfPosts(items, slugs), home, ownAddresses(items)),
  };
}
type Site = ReturnType<typeof siteOf>;

/** Plugins for several authors keep them as terms. */
function authorOf({ parts, terms }: Item, authors: Site['authors']): string | null {
  const several = terms.filter(({ domain }) => domain === 'author');
  const logins =
    several.length > 0 ? several.map(({ nicename }) => nicename.replace(/^cap-/, '')) : [parts['dc:creator'] ?? ''];
  const names = logins.map((login, index) => authors.get(login) || htmlToText(several[index]?.name ?? login));
  return names.join(', ') || null;
}

const SPARE = /<!--nextpage-->/g;

function textOf(item: Item, { media, reusable, linksOf }: Site) {
  const source = item.parts['content:encoded'] ?? '';
  const list = footnoteList(item.meta.get('footnotes')?.[0]);
  const blocks = fillBlocks(source, reusable, list);
  let missingPictures = 0;
  const place = { id: idOf(item), media, missingPictures: (count: number) => (missingPictures += count) };
  const content = list && !source.includes('wp:footnotes') ? blocks.html + list : blocks.html;
  const html = withoutShortcodes(content, place);
  const links = linksOf(item.parts.link ?? '');
  const { markdown, notes } = htmlToMarkdown(source.includes('<!-- wp:') ? html : withParagraphs(html), links.rewrite);
  const shortcodes = shortcodesIn(html);
  const pages = source.includes('<!--nextpage') ? (source.match(SPARE)?.length ?? 0) : 0;
  return {
    markdown,
    restrictions: restrictionsIn(content, blocks.empty),
    notes: [
      ...notes,
      ...links.notes(),
      ...(missingPictures > 0
        ? [`${plural(missingPictures, 'picture', 'pictures')} of a gallery not in this file.`]
        : []),
      ...(blocks.missingReusable > 0
        ? [`${plural(blocks.missingReusable, 'reusable block', 'reusable blocks')} not in this file.`]
        : []),
      ...(blocks.empty.length > 0 ? [`Blocks without stored text are left out: ${listNames(blocks.empty)}.`] : []),
      ...(shortcodes.length > 0 ? [`Text in square brackets stays as it is: ${listNames(shortcodes)}.`] : []),
      ...(pages > 0 ? [`${plural(pages, 'page break', 'page breaks')} left out.`] : []),
    ],
  };
}

const LINE_END = /<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^>]*>/gi;

function excerptOf(html: string): string | null {
  const text = upToLast('>', html, (part) => part.replaceAll(LINE_END, '$&\n'));
  return (
    htmlToText(text)
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim() || null
  );
}

function rowOf(item: Item, index: number, site: Site): FileRow {
  const place = idOf(item) ? `item ${idOf(item)}` : `item no. ${index + 1}`;
  const title = htmlToText(item.parts.title ?? '');
  const { slug = '', note } = site.slugs.get(item) ?? {};
  const head = { title, slug, content: '' };
  const leftOut = reasonToLeaveOut(item);
  if (leftOut) return postRow(place, head, { leftOut });
  return convertRow(place, head, () => postOf(item, site, place, head, note ? [note] : []));
}

function postOf(item: Item, site: Site, place: string, head: PostFields, ofSlug: readonly string[]): FileRow {
  const { parts } = item;
  const text = textOf(item, site);
  const { date, notes } = publicationOf(item, text.restrictions);
  const { category, notes: notesOfTerms } = termsOf(item, site.categories);
  const fields = {
    ...{ ...head, content: text.markdown, date },
    excerpt: excerptOf(parts['excerpt:encoded'] ?? ''),
    author: authorOf(item, site.authors),
    category: category?.name ?? null,
    categorySlug: category?.slug ?? null,
    ...pictureOf(item, site.media),
    ...formerAddresses(addressesOf(item), site.home),
  };
  return postRow(place, fields, {
    notes: [...ofSlug, ...notes, ...text.notes, ...notesOfTerms, ...metadataNotes(item, site.media)],
  });
}

export function* rowsOfWordPress(xml: string): Generator<FileRow> {
  const found = readExport(xml);
  const site = siteOf(found);
  for (const [index, item] of found.items.entries()) yield rowOf(item, index, site);
}
