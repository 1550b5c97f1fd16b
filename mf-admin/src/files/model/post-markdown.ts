import { type FileName, fileNameOf, isSlug, partsOf, slugOfName } from './file-name.ts';
import { isOfPublication, publicationInFile } from './file-publication.ts';
import { type FileRow, type NamedText, UnreadableFile } from './file-rows.ts';
import {
  type Entry,
  type FrontMatter,
  frontMatterOf,
  isEmpty,
  isMap,
  Keys,
  Nothing,
  namesOf,
  textOf,
} from './front-matter.ts';
import { isOwnExport } from './markdown-of-post.ts';
import { isMoment, momentText } from './moment-text.ts';
import { POST_TEXTS } from './post-record.ts';
import { pictureAt, postRow } from './post-row.ts';

/** A row, and what those who read many files need to know of it. */
export interface MarkdownRow extends FileRow {
  readonly file: FileName;
  /** Keys that a new post needs and the file leaves out. */
  readonly missing: readonly ('slug' | 'date')[];
  /** Whether its slug was made of a name or an address, and may be another. */
  readonly isSlugFree: boolean;
  readonly addresses: readonly string[];
  /** Those of `addresses` at which the old site showed it. */
  readonly former: readonly string[];
  readonly hasFrontMatter: boolean;
  /** Whether an own export wrote it: then its name and its text say nothing that other programs mean. */
  readonly isOwn: boolean;
  readonly isPage: boolean;
  readonly hasTitle: boolean;
}

const SLUG = ['slug', 'permalink', 'url', 'path'];
const ALIASES = ['aliases', 'alias'];
const ADDRESSES = [...SLUG, ...ALIASES, 'redirectfrom', 'canonicalurl', 'canonical'];
const FORMER = ['permalink', 'url', 'redirectfrom'];
const PICTURE = ['featuredimage', 'featureimage', 'coverimage', 'heroimage', 'cover', 'image', 'thumbnail'];
/** Hugo shows a post from its publishDate on, whatever its date is. */
const DATE = [
  ...['publishdate', 'publisheddate', 'publishedat', 'publishedon', 'publicationdate', 'datepublished'],
  ...['date', 'pubdate', 'pubdatetime', 'published'],
];

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

const PATTERN = /[{}]|\/:/;

/** The last part of an address. Undefined for patterns, such as '/:categories/:title/', and without such a part. */
function slugOfAddress(address: string): string | undefined {
  if (isSlug(address)) return address;
  if (PATTERN.test(address)) return undefined;
  const path = decoded(address.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/, ''));
  const last =
    path
      .replace(/\/+$/, '')
      .replace(/(?:\/index)?\.html?$/, '')
      .split('/')
      .at(-1) ?? '';
  return (isSlug(last) ? last : slugOfName(last)) || undefined;
}

/** '2019-03-01' in '/2019/03/01/name/'. */
function dateIn(address: string): string | null {
  const day = /(?:^|\/)(\d{4}\/\d{1,2}\/\d{1,2})(?=\/)/.exec(address)?.[1] ?? '';
  return isMoment(day) ? momentText(day) : null;
}

const isNoPage = ({ key, value }: Entry) => key === 'permalink' && value === 'false';

/** A slug is one as it is, for the database to judge; what begins with a slash or is encoded is an address. */
function slugOf({ key, value }: Entry): string | undefined {
  const given = String(value).trim();
  const isAddress = key !== 'slug' || /^(?:\/|https?:)|%[0-9a-f]{2}/i.test(given);
  return (isAddress ? slugOfAddress(given) : given) || undefined;
}

const hasSlug = (entry: Entry) => typeof entry.value === 'string' && !isNoPage(entry) && slugOf(entry) !== undefined;

function addressOf(keys: Keys, name: string) {
  const entry = keys.take(SLUG, hasSlug);
  const given = String(entry?.value ?? '').trim();
  const slug = entry && slugOf(entry);
  const isChanged = slug !== undefined && slug !== given;
  return {
    slug: slug ?? slugOfName(name),
    isMissing: slug === undefined,
    isFree: slug === undefined || isChanged,
    date: dateIn(given),
    notes: isChanged ? [`Its address was ${given}: here it is /post/${slug}.`] : [],
  };
}

/** Jekyll separates the categories of a text by blanks, other programs by commas. */
const separatorOf = (text: string, { date }: FileName) => (date !== null && !text.includes(',') ? /\s+/ : /\s*,\s*/);

function categoryOf(keys: Keys, file: FileName) {
  const entry = keys.take(['category', 'categories']);
  const categorySlug = keys.take(['categoryslug'])?.value;
  if (!entry) return { fields: { categorySlug: null }, notes: [] };
  const isText = entry.key === 'categories' && typeof entry.value === 'string';
  const names = namesOf(entry).flatMap((name) => (isText ? name.split(separatorOf(name, file)) : [name]));
  const [category = null, ...more] = new Set(names.filter((name) => /\S/.test(name)));
  return {
    fields: { category, categorySlug: typeof categorySlug === 'string' ? categorySlug : null },
    notes: more.length > 0 ? [`Only its first category is used, not ${more.join(', ')}.`] : [],
  };
}

/** Folders by which programs leave files out of their pages. */
const HELD = /^_?(?:drafts?|entw(?:ü|ue)rfe|private?|unpublished)$/i;

/** Nikola's drafts have a tag. */
function heldTags(entries: readonly Entry[]): string[] {
  const values = entries.flatMap(({ key, value }) => (key === 'tags' ? value : []));
  const tags = values.flatMap((value) => (typeof value === 'string' ? value.split(',') : []));
  return tags.map((tag) => tag.trim()).filter((tag) => /^(?:draft|private)$/i.test(tag));
}

function heldNotes(file: NamedText, tags: readonly string[], isNowhere: boolean): string[] {
  const folders = partsOf(file.name).slice(0, -1);
  const folder = folders.find((part) => HELD.test(part.normalize('NFC')));
  return [
    ...tags.slice(0, 1).map((tag) => `Its tag “${tag}” makes it a draft.`),
    ...(folder ? [`It is in the folder “${folder}”, so it becomes a draft.`] : []),
    ...(/(?:^|[\\/])_(?!index\.)[^\\/]*$/.test(file.name) ? ['Its name begins with “_”, so it becomes a draft.'] : []),
    ...(isNowhere ? ['It has no page (permalink: false), so it becomes a draft.'] : []),
  ];
}

const isDate = ({ key, value }: Entry) => key !== 'published' || (typeof value === 'string' && isMoment(value));

function publishedOf(keys: Keys, text: NamedText, file: FileName, ofAddress: string | null, tags: readonly string[]) {
  const date = keys.take(DATE, isDate);
  const written = date && textOf(date)?.trim() ? textOf(date) : null;
  const given = written ?? file.date ?? ofAddress;
  const isNowhere = keys.takeAll(isNoPage).length > 0;
  const held = isOwnExport(text.text) ? [] : heldNotes(text, tags, isNowhere);
  const said = keys
    .takeAll(({ key }) => isOfPublication(key))
    .map(({ name, value }): [string, string] => [
      name,
      typeof value === 'string' ? value : isEmpty(value) ? '' : 'something else than a word',
    ]);
  const { isUnpublished, notes } = publicationInFile(said, given !== null);
  if (isUnpublished || held.length > 0) return { fields: { date: null }, notes: [...held, ...notes] };
  const source = given === file.date ? 'name' : 'address';
  const undated = written === null && given !== null ? [`Its date, ${given}, is that of its ${source}.`] : [];
  return { fields: date || given !== null ? { date: given } : {}, notes: undated };
}

function authorOf(keys: Keys) {
  const entry = keys.take(['author', 'authors']);
  return entry && { author: namesOf(entry).join(', ') || null };
}

function textsOf(keys: Keys) {
  const texts = POST_TEXTS.flatMap(({ column, also }) => {
    const entry = keys.take([column.replaceAll('_', ''), ...also]);
    return entry ? [[column, textOf(entry)] as const] : [];
  });
  return Object.fromEntries(texts);
}

const addressesIn = (entries: readonly Entry[], keys: readonly string[]) =>
  entries.flatMap((entry) => (keys.includes(entry.key) && !isMap(entry.value) ? namesOf(entry) : []));

/** No pattern such as '/:categories/:title/', no `false` of what has no page, and no address that the post is about. */
const isAddress = (address: string) => address !== 'false' && !PATTERN.test(address) && !/^https?:/i.test(address);

function rowOf(text: NamedText, file: FileName, { entries, body }: FrontMatter): MarkdownRow {
  const keys = new Keys(entries);
  const title = keys.take(['title']);
  const address = addressOf(keys, file.name);
  const published = publishedOf(keys, text, file, address.date, heldTags(entries));
  const category = categoryOf(keys, file);
  const picture = keys.take(PICTURE, ({ value }) => pictureAt(value).picture !== undefined);
  const fields = {
    title: title ? ((title.value instanceof Nothing ? title.value.written : textOf(title)) ?? '') : '',
    slug: address.slug,
    content: body,
    ...textsOf(keys),
    ...published.fields,
    ...authorOf(keys),
    ...category.fields,
    ...pictureAt(picture?.value),
  };
  const notes = [...address.notes, ...published.notes, ...category.notes, ...keys.unusedNotes()];
  return {
    ...postRow(text.name, fields, { notes }),
    file,
    missing: [...(address.isMissing ? ['slug' as const] : []), ...('date' in fields ? [] : ['date' as const])],
    isSlugFree: address.isFree,
    addresses: addressesIn(entries, ADDRESSES),
    former: [
      ...addressesIn(entries, FORMER),
      ...addressesIn(entries, ALIASES).filter((alias) => /\/|\.html?$/i.test(alias)),
    ].filter(isAddress),
    hasFrontMatter: true,
    isOwn: isOwnExport(text.text),
    hasTitle: title !== undefined,
    isPage: entries.some(({ key, value }) => /^(?:layout|type)$/.test(key) && value === 'page'),
  };
}

export function unreadable(name: string, fault: string): MarkdownRow {
  const file = fileNameOf(name);
  const row = postRow(name, { title: file.name, slug: '', content: '' }, { faults: [fault] });
  return {
    ...row,
    file,
    missing: [],
    isSlugFree: false,
    addresses: [],
    former: [],
    hasFrontMatter: true,
    isOwn: false,
    hasTitle: true,
    isPage: false,
  };
}

/** Reads a file as programs write them; without front matter it is a text alone. */
export function readPostMarkdown(text: NamedText): MarkdownRow {
  const file = fileNameOf(text.name);
  try {
    const matter = frontMatterOf(text.text);
    if (matter) return rowOf(text, file, matter);
    const row = rowOf(text, { ...file, date: null }, { entries: [], body: text.text });
    return { ...row, file, hasFrontMatter: false };
  } catch (error) {
    if (error instanceof UnreadableFile) return unreadable(text.name, error.message);
    throw error;
  }
}
