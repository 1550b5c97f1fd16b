import { partsOf } from '../../files/model/file-name.ts';
import type { FileRow } from '../../files/model/file-rows.ts';
import { ownMarkup } from '../../files/model/markup/own-markup.ts';
import type { MarkdownRow } from '../../files/model/post-markdown.ts';
import { referencesOf } from './markdown-references.ts';

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

interface Address {
  readonly slug: string;
  readonly notes: readonly string[];
}

/** The names of files may be those of others in other folders. */
function addressesOf(rows: readonly MarkdownRow[]): ReadonlyMap<MarkdownRow, Address> {
  const slugOf = ({ entry }: FileRow) => String(entry.slug);
  const isFree = (row: MarkdownRow) => row.isSlugFree && slugOf(row) !== '';
  const places = new Map(rows.filter((row) => !isFree(row)).map((row) => [slugOf(row), row.place]));
  const found = new Map<MarkdownRow, Address>();
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

function notesOf({ file: { language }, missing, hasFrontMatter, isOwn }: MarkdownRow): string[] {
  return [
    ...(missing.includes('date') ? ['Without a date: a new post is a draft.'] : []),
    ...(hasFrontMatter ? [] : ['Without front matter.']),
    ...(language && language !== 'de' && !isOwn
      ? [`It is the translation “${language}”: a post has no language here.`]
      : []),
  ];
}

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
    yield { place, title, entry: { ...entry, title, slug, content }, faults, notes: all };
  }
}
