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
  readonly terms: readonly Term[];
  /** A key may have several values. */
  readonly meta: ReadonlyMap<string, readonly string[]>;
  /** Comments that readers see. */
  readonly comments: number;
}

export interface Export {
  readonly parts: Parts;
  readonly authors: readonly Parts[];
  readonly categories: readonly Parts[];
  readonly items: readonly Item[];
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

interface OpenItem extends Item {
  readonly terms: Term[];
  readonly meta: Map<string, string[]>;
  comments: number;
}

class Reader {
  readonly authors: Parts[] = [];
  readonly categories: Parts[] = [];
  readonly items: Item[] = [];
  channel: Parts | undefined;
  #groups: Group[] = [];
  #item: OpenItem | undefined;
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

export function readExport(xml: string): Export {
  const reader = readOrRepair(xml);
  if (reader.channel?.['wp:wxr_version'] === undefined) throw new UnreadableFile(NO_EXPORT);
  const { channel: parts, authors, categories, items } = reader;
  return { parts, authors, categories, items };
}
