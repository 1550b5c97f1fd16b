import { htmlToMarkdown } from '../../files/model/html-to-markdown.ts';
import { apart, type TextTarget } from './text-target.ts';

const HEAD = /<!doctype[^>]*>|<(head|style)\b[\s\S]*?<\/\1\s*>/gi;
const CELL = /<t[dh]\b/gi;
const TABLE = /<\/?(?:table|t(?:head|body|[rdh])|col(?:group)?)\b[^>]*>/gi;
/** Code editors copy their colours around a text whose blanks all count. */
const CODE =
  /^(?:\s|<!--[^>]*-->|<(?:meta|\/?html|body)\b[^>]*>)*<(?:div|span|code)\b[^>]*[;"']\s*white-space:\s*pre\s*[;"']/i;
const BLOCK_OF_CODE = /<pre\b[\s\S]*?<\/pre\s*>/i;
/** Marks of Markdown that no program writes into the plain text of a formatted one. */
const MARKS = /^(?:#{1,6} \S|```|~~~)|\*\*[^\s*][^*\n]*\*\*|\]\([^\s)]+\)/m;

const hasWords = (html: string) => html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';
const isCode = (html: string) =>
  CODE.test(html) || (BLOCK_OF_CODE.test(html) && !hasWords(html.replace(BLOCK_OF_CODE, '')));

/** The words by paragraphs, without what Markdown only escapes. */
const paragraphsOf = (text: string) =>
  text
    .replace(/\\([!-/:-@[-`{-~])|<(https?:[^>\s]+)>/g, '$1$2')
    .split(/\n[^\S\n]*\n/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n\n');

/** The Markdown of a pasted text; null when it has no formatting, is code, or has Markdown in it. */
export function pastedMarkdown(html: string, plain: string): ReturnType<typeof htmlToMarkdown> | null {
  const whole = html.replace(HEAD, '');
  // A cell of a spreadsheet is no table.
  const body = whole.match(CELL)?.length === 1 ? whole.replace(TABLE, ' ') : whole;
  if (MARKS.test(plain) || isCode(body)) return null;
  const { markdown, notes } = htmlToMarkdown(body);
  const found = paragraphsOf(markdown);
  return found === '' || found === paragraphsOf(plain) ? null : { markdown: markdown.trimEnd(), notes };
}

const BLOCK = /\n\n|^(?:#{1,6} |[-*+] |\d+[.)] |> |\||```|---)/;

/** Markdown in place of a part of a text: blocks stand apart from what is around them. */
export const asBlock = (markdown: string) => (before: string, after: string) => {
  if (!BLOCK.test(markdown)) return markdown;
  const block = apart(before, markdown, after);
  return after === '' ? block.trimEnd() : block;
};

/** Replaces a part that is where it was, or whose place is certain. */
export function replacePart(target: TextTarget | null, start: number, old: string, by: ReturnType<typeof asBlock>) {
  const { text = '' } = target?.read() ?? {};
  const first = text.indexOf(old);
  const from = text.startsWith(old, start) ? start : first === text.lastIndexOf(old) ? first : -1;
  if (!target || from < 0) return null;
  const [before, after] = [text.slice(0, from), text.slice(from + old.length)];
  const part = by(before, after);
  target.write(before + part + after);
  return { from, part };
}
