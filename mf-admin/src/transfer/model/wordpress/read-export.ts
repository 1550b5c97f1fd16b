import { SaxesParser } from 'saxes';
import { UnreadableFile } from '../../../files/model/file-rows.ts';

/** Elements that have only text, by their names. */
export type Parts = Readonly<Record<string, string | undefined>>;

export interface Term {
  readonly domain: string;
  readonly nicename: string;
  readonly name: string;
}

export interface Item {
  readonly parts: Parts;
  readonly terms: Term[];
  /** A key may have several values. */
  readonly meta: Map<string, string[]>;
  /** Comments that readers see. */
  comments: number;
}

const GROUPS: ReadonlySet<string> = new Set([
  ...['rss', 'channel', 'image', 'wp:author', 'wp:category', 'wp:tag', 'wp:term', 'wp:termmeta'],
  ...['item', 'wp:postmeta', 'wp:comment', 'wp:commentmeta'],
]);

/** Faults of characters: WordPress writes what its editors typed, and the text stays what it is. */
const TOLERATED = /disallowed character\.|char data|start of the document/;
const CDATA_OR_AMPERSAND = /<!\[CDATA\[[\s\S]*?\]\]>|&(?!(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos);)/gi;

const NO_EXPORT = 'This is no export of WordPress; expected an RSS file with wp:wxr_version and items.';
const DOCTYPE = 'This XML declares a document type; expected the export of WordPress, which has none.';

interface Group {
  readonly name: string;
  readonly parts: Record<string, string>;
}

class Reader {
  readonly authors: Parts[] = [];
  readonly categories: Parts[] = [];
  readonly items: Item[] = [];
  channel: Parts | undefined;
  #groups: Group[] = [];
  #item: Item | undefined;
  #term: { domain: string; nicename: string } | undefined;
  #text = '';

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#text = '';
    if (name === 'category') this.#term = { domain: attributes.domain ?? '', nicename: attributes.nicename ?? '' };
    if (!GROUPS.has(name)) return;
    const parts = {};
    this.#groups.push({ name, parts });
    if (name === 'item') this.#item = { parts, terms: [], meta: new Map(), comments: 0 };
  }

  add(text: string): void {
    this.#text += text;
  }

  close(name: string): void {
    const group = this.#groups.at(-1);
    if (group?.name === name) {
      this.#groups.pop();
      this.#closeGroup(group);
    } else if (name === 'category' && this.#item && this.#term) {
      this.#item.terms.push({ ...this.#term, name: this.#text.trim() });
    } else if (group) {
      group.parts[name] ??= name.endsWith(':encoded') ? this.#text : this.#text.trim();
    }
    this.#text = '';
  }

  #closeGroup({ name, parts }: Group): void {
    if (name === 'channel') this.channel = parts;
    else if (name === 'wp:author') this.authors.push(parts);
    else if (name === 'wp:category') this.categories.push(parts);
    else if (name === 'item' && this.#item) {
      this.items.push(this.#item);
      this.#item = undefined;
    } else if (name === 'wp:postmeta') this.#addMeta(parts['wp:meta_key'] ?? '', parts['wp:meta_value'] ?? '');
    else if (name === 'wp:comment' && this.#item) this.#item.comments += isShown(parts) ? 1 : 0;
  }

  #addMeta(key: string, value: string): void {
    const values = this.#item?.meta.get(key);
    if (values) values.push(value);
    else this.#item?.meta.set(key, [value]);
  }
}

const isShown = (comment: Parts) =>
  comment['wp:comment_approved'] === '1' && ['', 'comment'].includes(comment['wp:comment_type'] ?? '');

function read(xml: string): Reader {
  const reader = new Reader();
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => reader.open(name, attributes));
  parser.on('text', (text) => reader.add(text));
  parser.on('cdata', (text) => reader.add(text));
  parser.on('closetag', ({ name }) => reader.close(name));
  parser.on('doctype', () => {
    throw new UnreadableFile(DOCTYPE);
  });
  parser.on('error', ({ message }) => {
    if (message.includes('doctype')) throw new UnreadableFile(DOCTYPE);
    if (!TOLERATED.test(message))
      throw new UnreadableFile(`This is no well-formed XML (${message.replace(/\.$/, '')}).`);
  });
  parser.write(xml.trimStart()).close();
  return reader;
}

/** Old versions write addresses with an ampersand as it is. */
function readOrRepair(xml: string): Reader {
  try {
    return read(xml);
  } catch (error) {
    const repair = xml.replaceAll(CDATA_OR_AMPERSAND, (found) => (found === '&' ? '&amp;' : found));
    if (repair === xml) throw error;
    return read(repair);
  }
}

export function readExport(xml: string) {
  const reader = readOrRepair(xml);
  if (reader.channel?.['wp:wxr_version'] === undefined) throw new UnreadableFile(NO_EXPORT);
  const { channel: parts, authors, categories, items } = reader;
  return { parts, authors, categories, items };
}
export type Export = ReturnType<typeof readExport>;

const PICTURE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i;

function fileOf({ parts, meta }: Item) {
  const address = parts['wp:attachment_url'] || parts.guid || '';
  return {
    ...{ id: parts['wp:post_id'] ?? '', address, alt: meta.get('_wp_attachment_image_alt')?.[0] ?? '' },
    ...{ caption: parts['excerpt:encoded'] ?? '', isPicture: PICTURE.test(address), name: parts.title ?? '' },
  };
}
export type Picture = ReturnType<typeof fileOf>;

/** The files of the media library that an export has, by their numbers and by the posts that they belong to. */
export function mediaIn(items: readonly Item[]) {
  const byId = new Map<string, Picture>();
  const ofPost = new Map<string, Picture[]>();
  for (const item of items) {
    if (item.parts['wp:post_type'] !== 'attachment') continue;
    const file = fileOf(item);
    byId.set(file.id, file);
    const parent = item.parts['wp:post_parent'] ?? '0';
    if (parent !== '0') ofPost.set(parent, [...(ofPost.get(parent) ?? []), file]);
  }
  return { byId, ofPost };
}
export type Media = ReturnType<typeof mediaIn>;
