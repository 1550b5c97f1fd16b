import { toSlug } from '@ki/shared/format/slug.ts';
import { parse, stringify } from 'yaml';
import { z } from '../z.ts';
import type { FileRow, NamedText } from './file-rows.ts';
import { postRow, type StoredPost } from './post-row.ts';

const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String).nullable().optional();
const first = z.union([text, z.array(text).transform(([one]) => one)]).optional();

const frontMatter = z.looseObject({
  title: text,
  slug: text,
  date: text,
  draft: z.boolean().nullable().optional(),
  category: first,
  categories: first,
  category_slug: text,
  excerpt: text,
  description: text,
  author: first,
});

type FrontMatter = z.infer<typeof frontMatter>;

const KNOWN: ReadonlySet<string> = new Set(Object.keys(frontMatter.shape));

const baseName = (path: string) => (path.split(/[\\/]/).at(-1) ?? path).replace(/\.(md|markdown)$/i, '');

/** A row, and the keys that its file leaves out although a new post needs them. */
interface MarkdownRow extends FileRow {
  readonly missing: readonly ('slug' | 'date')[];
}

const NOTES: Readonly<Record<MarkdownRow['missing'][number], (row: FileRow) => string>> = {
  slug: ({ entry }) => `Without a slug: the file’s name makes the address /post/${entry.slug}.`,
  date: () => 'Without a date: a new post is a draft.',
};

export const unreadable = (name: string, fault: string): MarkdownRow => ({
  ...postRow(name, { title: baseName(name), slug: '', content: '' }, { faults: [fault] }),
  missing: [],
});

/** One blank line below the front matter belongs to it. */
const bodyOf = ({ text: all }: NamedText, matter: string) => all.slice(matter.length).replace(/^\r?\n/, '');

function dateOf({ date, draft }: FrontMatter) {
  if (draft) return { date: null };
  return date === undefined ? {} : { date: date ?? null };
}

function rowOf(file: NamedText, content: string, data: FrontMatter): MarkdownRow {
  const category = data.category ?? data.categories;
  const excerpt = data.excerpt ?? data.description;
  const unused = Object.keys(data).filter((key) => !KNOWN.has(key));
  const fields = {
    title: data.title ?? '',
    slug: data.slug ?? toSlug(baseName(file.name)),
    content,
    ...(excerpt !== undefined && { excerpt }),
    ...dateOf(data),
    ...(data.author !== undefined && { author: data.author }),
    ...(category !== undefined && { category }),
    categorySlug: data.category_slug ?? null,
  };
  const notes = unused.length > 0 ? [`Not used: ${unused.join(', ')}.`] : [];
  return {
    ...postRow(file.name, fields, { notes }),
    missing: [...(data.slug == null ? ['slug' as const] : []), ...('date' in fields ? [] : ['date' as const])],
  };
}

export function readPostMarkdown(file: NamedText): MarkdownRow {
  const [matter, yaml = ''] = FRONT_MATTER.exec(file.text) ?? [];
  if (matter === undefined) {
    return unreadable(
      file.name,
      'Front matter: nothing found; expected lines such as “title: My post” between two lines “---”.',
    );
  }
  try {
    // Dates stay texts: the database reads them in the site's time zone.
    const { success, data, error } = frontMatter.safeParse(parse(yaml, { logLevel: 'error' }) ?? {});
    if (success) return rowOf(file, bodyOf(file, matter), data);
    const key = error.issues[0]?.path.join('.') || 'Front matter';
    return unreadable(
      file.name,
      `${key}: something else than a text was found; expected a line such as “title: My post”.`,
    );
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return unreadable(file.name, `Front matter: this is no YAML (${reason.replace(/:$/, '')}).`);
  }
}

/** A row of an import is a new post. */
export function postOfMarkdown(file: NamedText): FileRow {
  const { missing, ...row } = readPostMarkdown(file);
  return { ...row, notes: [...missing.map((key) => NOTES[key](row)), ...row.notes] };
}

export const markdownOfPost = ({ category, date, ...post }: StoredPost): string => {
  const matter = {
    title: post.title,
    slug: post.slug,
    ...(date === null ? { draft: true } : { date }),
    ...(category && { category: category.name, category_slug: category.slug }),
    ...(post.excerpt && { excerpt: post.excerpt }),
    author: post.author,
  };
  return `---\n${stringify(matter, { lineWidth: 0, blockQuote: false })}---\n\n${post.content}`;
};

/** File systems of phones and desktops tell neither upper from lower case nor take every character. */
export function fileNames(slugs: readonly string[]): string[] {
  const taken = new Set<string>();
  return slugs.map((slug) => {
    const base = slug.replace(/[<>:"|*\p{Cc}]/gu, '-').slice(0, 80);
    let name = base;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${base}-${number}`;
    taken.add(name.toLowerCase());
    return `${name}.md`;
  });
}
