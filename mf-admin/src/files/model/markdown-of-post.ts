import { stringify } from 'yaml';
import { POST_TEXTS } from './post-record.ts';
import type { StoredPost } from './post-row.ts';

/** YAML and other programs skip it. */
const MARK = '# Exported by the KI-Lernplattform: an import takes the text below as it is.';

/** Whether a text is of an own export, which an import takes as it is. */
export const isOwnExport = (text: string): boolean => text.slice(0, 200).split('\n', 2)[1]?.trim() === MARK;

/** Over several lines, the package escapes a blank before the end of one so that it is read as a backslash. */
const ON_ONE_LINE = { lineWidth: 0, blockQuote: false, doubleQuotedMinMultiLineLength: Infinity } as const;

export const markdownOfPost = ({ category, date, ...post }: StoredPost): string => {
  const matter = {
    title: post.title,
    slug: post.slug,
    ...(date === null ? { draft: true } : { date }),
    ...(category && { category: category.name, category_slug: category.slug }),
    ...Object.fromEntries(POST_TEXTS.flatMap(({ column }) => (post[column] ? [[column, post[column]]] : []))),
    author: post.author,
  };
  return `---\n${MARK}\n${stringify(matter, ON_ONE_LINE)}---\n\n${post.content}`;
};

/**
 * File systems of phones and desktops tell neither upper from lower case nor take every character; names that begin
 * with a dot are hidden, and with '_' are of no pages.
 */
export function fileNames(slugs: readonly string[]): string[] {
  const taken = new Set<string>();
  return slugs.map((slug) => {
    const base = slug
      .replace(/[<>:"|*\p{Cc}]/gu, '-')
      .replace(/^[._]/, '-')
      .slice(0, 80);
    let name = base;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${base}-${number}`;
    taken.add(name.toLowerCase());
    return `${name}.md`;
  });
}
