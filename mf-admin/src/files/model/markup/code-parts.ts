import { argumentsOf } from './arguments.ts';
import type { Context, Part } from './part.ts';

const RAW_TAG = /\{%-?\s*(?:end)?raw\s*-?%\}/g;
const ESCAPED = /\{\{([<%])\/\*([\s\S]{0,1000}?)\*\/([>%])\}\}/g;

/** Code without what kept tags in it from being read. */
const plainCode = (source: string): string =>
  source.includes('{') ? source.replaceAll(RAW_TAG, '').replaceAll(ESCAPED, '{{$1$2$3}}') : source;

function fenceOf(code: string, language = ''): string {
  const [longest = ''] = [...(code.match(/`{3,}/g) ?? [])].toSorted((a, b) => b.length - a.length);
  const marks = longest === '' ? '```' : `${longest}\``;
  return `${marks}${language}\n${plainCode(code)
    .replace(/^[ \t]*\r?\n/, '')
    .trimEnd()}\n${marks}`;
}

function blockOf(name: string | undefined, source: string, inner: string, { found }: Context): string {
  const { list, named } = argumentsOf(source);
  if (name === 'highlight') return fenceOf(inner, list[0]);
  if (name !== 'comment') return fenceOf(inner, named.get('lang') ?? '');
  found.add('comments', name);
  return '';
}

/** Indented lines are code, unless they go on a list. */
function isCode(before: string): boolean {
  const last = before.split('\n').findLast((line) => /^ {0,3}\S/.test(line)) ?? '';
  return !/^ {0,3}(?:[-*+]|\d+[.)])[ \t]/.test(last);
}

/** Parts have a most of characters, and none has its own beginning within, so that tags without an end cost no time. */
export const TAG_SOURCE = String.raw`(?:[^%]|%(?!\})){0,1000}?`;

export const CODE_PARTS: readonly Part[] = [
  // A fence without an end goes to the end of the text.
  {
    pattern: String.raw`^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(?<marks>\x60{3,}(?=[^\x60\n]*\n)|~{3,})[^\n]*\n(?:(?:[\s\S]*?\n)?[ \t>]*\k<marks>[\x60~]*[ \t\r]*$|[\s\S]*)`,
    made: (_, __, { all }) => plainCode(all),
  },
  {
    pattern: String.raw`(?<=(?:^|\n)[ \t]*\r?\n|(?<![\s\S]))(?:(?: {4}|\t)[^\n]*\S[^\n]*(?:\n|$))+`,
    made(_, { convert }, { all, whole, offset }) {
      if (isCode(whole.slice(Math.max(0, offset - 5000), offset))) return plainCode(all);
      const [indent = ''] = /^[ \t]+/.exec(all) ?? [];
      return indent + convert(all.slice(indent.length));
    },
  },
  {
    pattern: String.raw`(?<ticks>(?<!\x60)\x60+)(?!\x60)(?:(?!\n[ \t]*\n)[\s\S]){0,2000}?[^\x60]\k<ticks>(?!\x60)`,
    made: (_, __, { all }) => plainCode(all),
  },
  {
    pattern: String.raw`\{%-?\s*raw\s*-?%\}(?<raw>(?:(?!\{%-?\s{0,9}raw\b)[\s\S]){0,20000}?)\{%-?\s*endraw\s*-?%\}`,
    made: ({ raw = '' }, { convert }) => convert(raw, true),
  },
  {
    pattern: String.raw`\{%-?\s*(?<block>comment|highlight|codeblock|code)\b(?<source>${TAG_SOURCE})-?%\}(?<inner>(?:(?!\{%-?\s{0,9}\k<block>\b)[\s\S]){0,20000}?)\{%-?\s*end\k<block>\s*-?%\}`,
    isTag: true,
    made: ({ block, source = '', inner = '' }, context) => blockOf(block, source, inner, context),
  },
  {
    pattern: String.raw`\{\{[<%]-?\s*highlight\b(?<source>[^>{]{0,1000})-?[>%]\}\}(?<inner>(?:(?!\{\{[<%]-?\s{0,9}highlight\b)[\s\S]){0,20000}?)\{\{[<%]-?\s*/\s*highlight\s*-?[>%]\}\}`,
    isTag: true,
    made: ({ source = '', inner = '' }) => fenceOf(inner, argumentsOf(source).list[0]),
  },
  { pattern: ESCAPED.source.replaceAll(/\((?!\?)/g, '(?:'), isTag: true, made: (_, __, { all }) => plainCode(all) },
];
