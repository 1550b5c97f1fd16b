import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import type { Root } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import { handlersFor, tidy } from './html/mdast.ts';
import { prepare } from './html/prepare.ts';
import { resolveReferences } from './html/references.ts';
import { Changes, textOf } from './html/tree.ts';

interface Conversion {
  readonly markdown: string;
  /** Losses and replacements, with how many. */
  readonly notes: readonly string[];
}

/** One object for all texts: it keeps the patterns that it compiles. */
const MARKDOWN: Options = { extensions: [gfmToMarkdown()], bullet: '-', emphasis: '_', rule: '-' };
const QUOTES = ['„“', '‚‘'];
const LINK_WITHIN = /href\s*=\s*["']?#/i;

/** A letter that CommonMark needs encoded beside two stars or tildes, and the reading of this site does not. */
const AFTER = /(?<=(?:[\p{L}\p{N}.!?…%)]["“”’‘«»‹›]|[.:;!?…%])(?:\*\*|~~))&#x([\dA-F]{2,4});/gu;
const BEFORE = /&#x([\dA-F]{2,4});(?=(?:\*\*|~~)["„“‚‘«»‹›][\p{L}\p{N}])/gu;

function withLetters(markdown: string): string {
  const letter = (encoded: string, code: string) => {
    const character = String.fromCodePoint(Number.parseInt(code, 16));
    return /\p{L}/u.test(character) ? character : encoded;
  };
  return markdown.includes('&#x') ? markdown.replaceAll(AFTER, letter).replaceAll(BEFORE, letter) : markdown;
}

function convert(html: string, changes: Changes, rewrite: (address: string) => string | undefined): string {
  // A parser without a document: the page's policy forbids the browser's parser.
  const tree = fromHtml(html, { fragment: true });
  if (LINK_WITHIN.test(html)) resolveReferences(tree, changes);
  tree.children = prepare(tree.children, { changes, rewrite, pictures: new Set() });
  const root = toMdast(tree, { handlers: handlersFor(changes), quotes: QUOTES, document: true }) as Root;
  tidy(root);
  return withLetters(toMarkdown(root, MARKDOWN));
}

/** Converts HTML to what posts show: headings, lists, links, pictures, code, quotes, tables, footnotes. It runs nothing. */
export function htmlToMarkdown(
  html: string,
  rewrite: (address: string) => string | undefined = () => undefined,
): Conversion {
  const changes = new Changes();
  try {
    return { markdown: convert(html, changes, rewrite), notes: changes.notes() };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { markdown: '', notes: ['Its HTML has too many elements within each other to be read.'] };
  }
}

/** The words of a title or a name that is stored as HTML. */
export function htmlToText(html: string): string {
  if (!/<|&[#a-z]/i.test(html)) return html;
  try {
    return fromHtml(html, { fragment: true }).children.map(textOf).join('');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return html;
  }
}
