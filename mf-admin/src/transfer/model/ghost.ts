import { plural } from '@ki/shared/format/plural.ts';
import type { FileRow } from '../../files/model/file-rows.ts';
import { htmlToMarkdown } from '../../files/model/html-to-markdown.ts';
import { pictureAt, postRow } from '../../files/model/post-row.ts';
import { convertRow, draft, listNames, type Publication } from './conversion.ts';
import { formerAddresses } from './former-addresses.ts';
import { type Document, readDocument } from './ghost/documents.ts';
import { type GhostExport, type Post, readExport, type Tag } from './ghost/read-export.ts';
import { type InnerLinks, innerLinks } from './inner-links.ts';

/** Ghost writes this in place of the site's address. */
const SITE = '__GHOST_URL__';

function reasonToLeaveOut({ type, page, status, id }: Post, { newsletters }: GhostExport): string | undefined {
  if (type === 'page' || (!type && page)) return 'This is a page, not a post.';
  if (type && type !== 'post') return `This is of the type ${type}, not a post.`;
  if (status === 'sent' || newsletters.has(id)) return 'It was sent as a newsletter only and never was on the site.';
  return undefined;
}

/** A moment without an offset is in UTC; the oldest exports have milliseconds. */
function momentOf(given: Post['published_at']): string | null {
  if (given == null || given === '') return null;
  if (/^\d{9,}$/.test(String(given))) return new Date(Number(given)).toISOString();
  const text = String(given).trim();
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text;
}

/** Parts for members are marked in HTML by comments, and in the editor's text by a field of their card. */
const GATED_HTML = /<!--\s*kg-gated-block:begin\b[^<>]*\bnonMember:\s*false/;
const GATED_CARD = /"(?:nonMember|showOnWeb)"\s*:\s*false/;
const isGated = ({ html, lexical }: Post) => GATED_HTML.test(html ?? '') || GATED_CARD.test(lexical ?? '');

/** A post that is not known to be public is a draft. */
function publicationOf(post: Post): Publication {
  const { status, visibility, published_at } = post;
  if ((visibility ?? 'public') !== 'public') return draft('In Ghost only members read it');
  if (isGated(post)) return draft('In Ghost only members read parts of it');
  if (status === 'draft') return draft();
  if (status !== 'published' && status !== 'scheduled') {
    return draft(status ? `The status ${status} is unknown here` : 'It has no status');
  }
  const date = momentOf(published_at);
  return date ? { date, notes: [] } : draft('It has no date');
}

/** Tags that begin with # are for those who write. */
const isInternal = ({ name, visibility }: Tag) => visibility === 'internal' || name.startsWith('#');

function tagsOf(tags: readonly Tag[]) {
  const primary = tags.find((tag) => !isInternal(tag)) ?? null;
  const others = tags.filter((tag) => tag !== primary);
  const names = others.map(({ name }) => name).join(', ');
  return {
    primary,
    notes: others.length > 0 ? [`${plural(others.length, 'further tag', 'further tags')} left out: ${names}.`] : [],
  };
}

const OWN_FILE = /\]\(\/content\//g;

function notesOf(post: Post, seo: readonly string[], markdown: string): string[] {
  const files = markdown.match(OWN_FILE)?.length ?? 0;
  const picture = post.feature_image || post.image;
  const isLeftOut = picture && !pictureAt(picture).picture;
  return [
    ...(files > 0 ? [`${plural(files, 'picture or file', 'pictures and files')} not in the export.`] : []),
    ...(isLeftOut ? [`Its picture is left out: ${picture.replace(SITE, '')}.`] : []),
    ...(seo.length > 0
      ? [`${plural(seo.length, 'field', 'fields')} for search engines left out: ${seo.join(', ')}.`]
      : []),
    ...(post.canonical_url ? [`Its canonical address is left out: ${post.canonical_url}.`] : []),
    ...(post.codeinjection_head || post.codeinjection_foot ? ['Code in its head or foot is left out.'] : []),
    ...(post.featured ? ['It was featured.'] : []),
  ];
}

const NO_TEXT = 'nothing found; expected the text of the post. Ghost writes it when the post is saved.';

type Text = ReturnType<typeof htmlToMarkdown>;

/** Addresses of other lists than posts. */
const LIST = /^\/(?:tag|author|page|ghost|rss|content)\//;

const COLLECTION = /^(?:\/[\w-]+)+(?=\/[^/?#]+\/?(?:[?#]|$))/;

/** A collection of posts may have a folder of its own. */
function rewriteAddress(address: string, rewrite: InnerLinks['rewrite']): string {
  const path = address.startsWith(SITE) ? address.slice(SITE.length) || '/' : address;
  const isOfPost = path.startsWith('/') && !LIST.test(path);
  return rewrite(isOfPost ? path.replace(COLLECTION, '') : path) ?? path;
}

/** HTML is what Ghost showed; files for its import may have only what its editors store. */
function partsOf({ html, markdown, lexical, mobiledoc }: Post): Document | undefined {
  if (html) return { parts: [{ html }], unknown: [] };
  const document = readDocument(lexical, mobiledoc);
  if (document && document.parts.length > 0) return document;
  return markdown ? { parts: [{ markdown }], unknown: [] } : undefined;
}

/** Neighbouring parts of HTML are one text. */
function convertParts(parts: Document['parts'], { rewrite, notes }: InnerLinks): Text {
  const texts: Text[] = [];
  let html = '';
  const end = () => {
    if (html) texts.push(htmlToMarkdown(html, (address) => rewriteAddress(address, rewrite)));
    html = '';
  };
  for (const part of parts) {
    if ('html' in part) {
      html += part.html;
    } else {
      end();
      texts.push({ markdown: part.markdown, notes: [] });
    }
  }
  end();
  const [first, ...more] = texts.map(({ markdown }) => markdown);
  const markdown = more.length > 0 ? [first, ...more].map((text) => text?.trim()).join('\n\n') : (first ?? '');
  return { markdown, notes: [...texts.flatMap((text) => text.notes), ...notes()] };
}

function textOf(post: Post, links: InnerLinks): Text | undefined {
  const document = partsOf(post);
  if (!document) return undefined;
  const { markdown, notes } = convertParts(document.parts, links);
  const { unknown } = document;
  return {
    markdown,
    notes:
      unknown.length > 0
        ? [...notes, `${plural(unknown.length, 'card', 'cards')} left out: ${listNames(unknown)}.`]
        : notes,
  };
}

const addressOf = ({ slug }: Post) => `/${slug}/`;
const placeOf = ({ slug, id }: Post) => `post ${slug ?? id}`;
const nameOf = ({ title, slug }: Post) => ({ title: title ?? '', slug: slug ?? '', content: '' });

function rowOf(post: Post, found: GhostExport, linksOf: () => InnerLinks): FileRow {
  const place = placeOf(post);
  const leftOut = reasonToLeaveOut(post, found);
  const name = nameOf(post);
  if (leftOut) return postRow(place, name, { leftOut });
  const text = textOf(post, linksOf());
  if (!text) return postRow(place, name, { faults: [`html: ${NO_TEXT}`] });
  const { date, notes } = publicationOf(post);
  const { primary, notes: notesOfTags } = tagsOf(found.tagsOf(post));
  const fields = {
    ...name,
    content: text.markdown,
    excerpt: post.custom_excerpt || null,
    date,
    author: found.authorsOf(post).join(', ') || null,
    category: primary?.name ?? null,
    categorySlug: primary?.slug ?? null,
    ...pictureAt(post.feature_image || post.image, found.altOf(post)),
    ...formerAddresses([addressOf(post)]),
  };
  return postRow(place, fields, {
    notes: [...text.notes, ...notes, ...notesOfTags, ...notesOf(post, found.seoOf(post), text.markdown)],
  });
}

export function* rowsOfGhost(json: string): Generator<FileRow> {
  const found = readExport(json);
  const posts = found.posts.filter((post) => post.slug && !reasonToLeaveOut(post, found));
  const linksOf = innerLinks([
    { to: '/', addresses: ['/'] },
    ...posts.map((post) => ({ to: `/post/${post.slug}`, addresses: [addressOf(post)] })),
  ]);
  for (const post of found.posts) yield convertRow(placeOf(post), nameOf(post), () => rowOf(post, found, linksOf));
}
