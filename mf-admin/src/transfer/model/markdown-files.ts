import { partsOf } from '../../files/model/file-name.ts';
import type { FileRow } from '../../files/model/file-rows.ts';
import type { References } from '../../files/model/markup/destinations.ts';
import { ownMarkup } from '../../files/model/markup/own-markup.ts';
import type { MarkdownRow } from '../../files/model/post-markdown.ts';
import { formerAddresses } from './former-addresses.ts';
import { type Former, hostOf, innerLinks } from './inner-links.ts';

const folderOf = (path: string) => partsOf(path).slice(0, -1).join('/');
const baseOf = (path: string) => (partsOf(path).at(-1) ?? path).replace(/\.(?:md|markdown)$/i, '');

const OF_A_FOLDER = /^(?:readme|changelog|changes|contributing|code_of_conduct|license|security|summary)$/i;

/** The folders that have a file, in themselves or in a folder in them, which is no index. */
function foldersOf(rows: readonly MarkdownRow[]): ReadonlySet<string> {
  const found = new Set(['']);
  for (const { place, file } of rows) {
    const parts = partsOf(place).slice(0, -1);
    for (; !file.isIndex && parts.length > 0; parts.pop()) found.add(parts.join('/'));
  }
  return found;
}

/** Why a file is no post, as its place says. */
function reasons(rows: readonly MarkdownRow[]): (row: MarkdownRow) => string | undefined {
  const hasPosts = rows.some(({ file }) => file.folders.includes('_posts'));
  const folders = foldersOf(rows);
  return ({ place, file, hasFrontMatter, isPage, isOwn, missing }) => {
    if (isOwn) return undefined;
    const base = baseOf(place);
    if (/^_index\b/i.test(base)) return 'This is the page of a section, not a post.';
    if (OF_A_FOLDER.test(base) && !hasFrontMatter) return 'This is about its folder, not a post.';
    if (hasPosts && !file.folders.some((folder) => /^_(?:posts|drafts)$/.test(folder))) {
      return 'This is outside of “_posts”: a page, not a post.';
    }
    if (isPage && !hasPosts) return 'This is a page, not a post.';
    const isSection = /^index\b/i.test(base) && missing.includes('date') && folders.has(folderOf(place));
    return isSection && rows.length > 1 ? 'This is the page of a section, not a post.' : undefined;
  };
}

/** The names of files may be those of others in other folders. */
function addressesOf(rows: readonly MarkdownRow[]) {
  const slugOf = ({ entry }: FileRow) => String(entry.slug);
  const isFree = (row: MarkdownRow) => row.isSlugFree && slugOf(row) !== '';
  const places = new Map(rows.filter((row) => !isFree(row)).map((row) => [slugOf(row), row.place]));
  const found = new Map<MarkdownRow, { readonly slug: string; readonly notes: readonly string[] }>();
  for (const row of rows.filter(isFree)) {
    const base = slugOf(row);
    let slug = base;
    for (let number = 2; places.has(slug); number += 1) slug = `${base}-${number}`;
    const isMade = row.missing.includes('slug');
    const named = `Without a slug: the ${row.file.isIndex ? 'folder' : 'file'}’s name makes the address /post/${slug}.`;
    const taken = `The address /post/${base} is that of ${places.get(base)}: here it is /post/${slug}.`;
    found.set(row, { slug, notes: [...(isMade ? [named] : []), ...(slug === base ? [] : [taken])] });
    places.set(slug, row.place);
  }
  return found;
}

const HEADING = /^\s*#[ \t]+(\S[^\n]*)(?:\n|$)/;

/** A post that names no title has that of its first heading, else of its file. */
function titleOf(row: MarkdownRow, content: string) {
  if (row.hasTitle) return { title: row.title, body: content, notes: [] };
  const [line = '', heading] = HEADING.exec(content) ?? [];
  const name = row.file.name.replaceAll(/[-_\s]+/g, ' ').trim();
  return {
    title:
      heading
        ?.trimEnd()
        .replace(/[ \t]#+$/, '')
        .replaceAll(/[*_`]+/g, '')
        .trim() ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    body: content.slice(line.length).replace(/^\r?\n/, ''),
    notes: [heading ? 'Its title is its first heading.' : 'Without a title: the file’s name makes it.'],
  };
}

const notesOf = ({ file: { language }, missing, hasFrontMatter, isOwn }: MarkdownRow): string[] => [
  ...(missing.includes('date') ? ['Without a date: a new post is a draft.'] : []),
  ...(hasFrontMatter ? [] : ['Without front matter.']),
  ...(language && language !== 'de' && !isOwn
    ? [`It is the translation “${language}”: a post has no language here.`]
    : []),
];

/** Posts of the Markdown files of an import, which know of each other. */
export function* postsOfMarkdown(files: readonly MarkdownRow[], site?: string): Generator<FileRow> {
  const reasonOf = reasons(files);
  const reasonsOf = new Map(files.map((row) => [row, row.faults.length > 0 ? undefined : reasonOf(row)]));
  const posts = files.filter((row) => reasonsOf.get(row) === undefined && row.faults.length === 0);
  const addresses = addressesOf(posts);
  const referencesIn = referencesOf(posts, (row) => addresses.get(row)?.slug ?? String(row.entry.slug), site);
  for (const row of files) {
    const { place, entry, faults, notes } = row;
    const leftOut = reasonsOf.get(row);
    if (faults.length > 0 || leftOut !== undefined) {
      yield { place, title: row.title, entry, faults, notes, ...(leftOut !== undefined && { leftOut }) };
      continue;
    }
    const { slug = entry.slug, notes: ofAddress = [] } = addresses.get(row) ?? {};
    const { title, body, notes: ofTitle } = titleOf(row, String(entry.content));
    const { content, notes: ofBody } = row.isOwn ? { content: body, notes: [] } : ownMarkup(body, referencesIn(row));
    const all = [...ofAddress, ...notesOf(row), ...ofTitle, ...notes, ...ofBody];
    const former = formerAddresses(row.former.map(withSlash));
    yield { place, title, entry: { ...entry, title, slug, content, ...former }, faults, notes: all };
  }
}

type SlugOf = (row: MarkdownRow) => string;

const pathOf = (parts: readonly string[]) => `/${parts.map(encodeURIComponent).join('/')}`;

const withSlash = (address: string) => (/^(?:https?:)?\//.test(address) ? address : `/${address}`);

/** By what is certain first: paths and addresses of front matter, then what sites make of names and folders. */
function* formerOf(rows: readonly MarkdownRow[], slugOf: SlugOf): Generator<Former> {
  for (const row of rows) {
    yield { to: `/post/${slugOf(row)}`, addresses: [pathOf(partsOf(row.place)), ...row.addresses.map(withSlash)] };
  }
  for (const row of rows) {
    const { name, date } = row.file;
    const folders = row.file.folders.filter((folder) => !/^_(?:posts|drafts)$/.test(folder));
    const days = date?.slice(0, 10).split('-') ?? [];
    const names = [...new Set([name, slugOf(row)])];
    const ofFolders = [...folders.keys(), folders.length].map((from) => folders.slice(from));
    const parents = row.entry.category ? [...ofFolders, [String(row.entry.category)]] : ofFolders;
    const dated = date ? parents.map((parent) => [...parent, ...days]) : [];
    const addresses = [...parents, ...dated].flatMap((parent) => names.map((own) => pathOf([...parent, own])));
    yield { to: `/post/${slugOf(row)}`, addresses };
  }
}

const plain = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^[./\\]+|\/+$/g, '')
    .replace(/(?:\/_?index)?\.(?:md|markdown)$|\/_?index$/, '');

function namesOf(rows: readonly MarkdownRow[], slugOf: SlugOf): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, row: MarkdownRow) => {
    if (name !== '' && !found.has(plain(name))) found.set(plain(name), `/post/${slugOf(row)}`);
  };
  for (const row of rows) add(row.place, row);
  for (const row of rows) add(partsOf(row.place).at(-1) ?? '', row);
  for (const row of rows) for (const name of [row.file.name, row.title, ...row.addresses]) add(name, row);
  return found;
}

const WIKI_LINK = /\[\[([^[\]|#\n]{1,500})/g;

/** An address of the old site from its root, without the folder in which the site was; undefined for any other. */
function rooted(address: string, site: URL | null): string | undefined {
  const folder = site?.pathname.replace(/\/$/, '') ?? '';
  const url = site && /^(?:https?:)?\/\//i.test(address) ? URL.parse(address, site.href) : null;
  if (url && (!site || hostOf(url) !== hostOf(site))) return undefined;
  const path = url ? url.pathname + url.search + url.hash : address;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length) : url ? undefined : path;
}

/** Where the posts of an import are, for the links of each. */
function referencesOf(rows: readonly MarkdownRow[], slugOf: SlugOf, site?: string): (row: MarkdownRow) => References {
  const home = site === undefined ? null : URL.parse(site);
  const linksOf = innerLinks({ [Symbol.iterator]: () => formerOf(rows, slugOf) });
  let names: ReadonlyMap<string, string> | undefined;
  const named = (name: string) => {
    names ??= namesOf(rows, slugOf);
    return names.get(plain(name)) ?? names.get(plain(name).split('/').at(-1) ?? '');
  };
  const leadsToPost = ({ entry }: MarkdownRow) =>
    [...String(entry.content).matchAll(WIKI_LINK)].some(([, name = '']) => named(name.trim()) !== undefined);
  let isWiki: boolean | undefined;
  return ({ place }) => {
    // Links are relative to the file, or to the page that a site made of it.
    const relative = (address: string) => {
      const own = pathOf(partsOf(place));
      return linksOf(own).rewrite(address) ?? linksOf(`${own.replace(/\.\w+$/, '')}/`).rewrite(address);
    };
    return {
      named,
      isWiki() {
        isWiki ??= rows.some(leadsToPost);
        return isWiki;
      },
      hasSite: home !== null,
      link(address) {
        const isFull = /^(?:https?:)?\/\//i.test(address);
        if (isFull || address.startsWith('/')) {
          const path = rooted(address, home);
          const to = path === undefined || (isFull && !home) ? undefined : linksOf().rewrite(path);
          return to ?? (isFull || !home ? undefined : new URL(address, home).href);
        }
        return relative(address);
      },
    };
  };
}
