import type { Destinations, Found } from './destinations.ts';

export interface Context {
  readonly found: Found;
  readonly destinations: Destinations;
  /** A text within a part, without its tags where those are raw. */
  readonly convert: (text: string, isRaw?: boolean) => string;
}

interface Place {
  readonly all: string;
  readonly whole: string;
  readonly offset: number;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** A part of a text that another program reads in its own way. */
export interface Part {
  readonly pattern: string;
  /** Programs read it before they read Markdown. */
  readonly isTag?: boolean;
  /** Returns the Markdown for the part; null leaves the part as it is. */
  readonly made: (groups: Groups, context: Context, place: Place) => string | null;
}

/** Markdown reads the character behind a backslash as itself; programs read their tags before it. */
export const ESCAPED_CHARACTER: Part = { pattern: String.raw`\\[!-/:-@[-\x60|}~]`, made: () => null };

/** Angle brackets keep blanks and brackets in an address. */
export const inBrackets = (address: string): string => (/[\s()]/.test(address) ? `<${address}>` : address);

export const pictureOf = (alt: string, address: string): string =>
  `![${alt.replaceAll(/[[\]]/g, '\\$&')}](${inBrackets(address)})`;

/** The words behind the name of a tag: `src="a.png" "alt text" 300`. */
export interface Arguments {
  readonly list: readonly string[];
  readonly named: ReadonlyMap<string, string>;
}

const ARGUMENT = /(?:([\w-]+)\s*[=:]\s*)?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`=,()]+))/g;

export function argumentsOf(source: string): Arguments {
  const list: string[] = [];
  const named = new Map<string, string>();
  for (const [, name, double, single, ticks, bare] of source.matchAll(ARGUMENT)) {
    const value = double ?? single ?? ticks ?? bare ?? '';
    if (name === undefined) list.push(value);
    else named.set(name.toLowerCase(), value);
  }
  return { list, named };
}

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

/** A tag has one end, so that there is one way to read many. */
const TAGS = String.raw`\{%(?:(?!%\})[^\n]){0,300}%\}|\{\{(?:(?!\}\})[^\n]){0,300}\}\}|\{(?![{%])|\([^\s()]*\)`;
const ADDRESS = String.raw`<[^>\n]{0,1000}>|(?:${TAGS}|[^\s()<>{])(?:${TAGS}|[^\s(){]){0,2000}`;
const TITLE = String.raw`(?:\s+(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|\([^)\n]{0,500}\)))?\s*`;

const unbracketed = (address = '') => address.replace(/^<(.*)>$/, '$1');

export const LINK_PARTS: readonly Part[] = [
  {
    pattern: String.raw`!\[(?<alt>(?:[^[\]\\]|\\.|\[[^[\]]{0,500}\]){0,1000})\]\(\s*(?<address>${ADDRESS})(?<title>${TITLE})\)`,
    made: ({ alt, address, title }, { destinations }) =>
      `![${alt}](${inBrackets(destinations.picture(unbracketed(address)))}${title})`,
  },
  {
    pattern: String.raw`\]\(\s*(?<address>${ADDRESS})(?<title>${TITLE})\)`,
    made: ({ address, title }, { destinations }) => `](${inBrackets(destinations.link(unbracketed(address)))}${title})`,
  },
  {
    pattern: String.raw`^(?<label> {0,3}\[[^\]^\n][^\]\n]*\]:[ \t]*)(?<address>${ADDRESS})(?=[ \t]*(?:["'(][^\n]*)?\r?$)`,
    made: ({ label, address }, { destinations }) =>
      `${label}${inBrackets(destinations.definition(unbracketed(address)))}`,
  },
  {
    pattern: String.raw`(?<embed>!?)\[\[(?<name>[^[\]|\n]{1,500})(?:\|(?<shown>[^[\]\n]{0,500}))?\]\](?![([])`,
    made({ embed, name = '', shown }, { destinations }) {
      if (/^_?toc_?$/i.test(name)) return '';
      if (!embed || !/\.\w{2,5}$/.test(name)) return destinations.ofWiki(name.trim(), shown?.trim());
      const isSize = shown === undefined || /^\d+(?:x\d+)?$/.test(shown);
      return pictureOf(isSize ? '' : shown, destinations.picture(name));
    },
  },
];

const attributeOf = (name: string, source = ''): string | undefined =>
  new RegExp(String.raw`\b${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'i')
    .exec(source)
    ?.slice(1)
    .find((value) => value !== undefined);

const MARKS: Readonly<Record<string, string>> = { b: '**', strong: '**', i: '*', em: '*', code: '`' };

/** A break in a row of a table has no form in Markdown, and a heading has one line. */
function breakOf({ all, whole, offset }: Place, { found }: Context): string | null {
  const line = whole.slice(whole.lastIndexOf('\n', offset - 1) + 1, offset);
  if (/^\s*\|/.test(line)) {
    found.add('html', 'br');
    return null;
  }
  if (/^\s*#/.test(line)) return all.includes('\n') ? '\n' : ' ';
  const isLast = /^\s*(?:\n|$)/.test(whole.slice(offset + all.length, offset + all.length + 100));
  return line.trim() === '' || isLast ? all.replace(/<br\s*\/?>/i, '') : '\\\n';
}

export const HTML_PARTS: readonly Part[] = [
  {
    pattern: String.raw`<a\b(?<source>[^<>]{0,1000})>(?<inner>(?:(?!</?a\b|\n[ \t]*\n)[\s\S]){0,5000}?)</a\s*>`,
    made({ source, inner = '' }, { destinations, found, convert }) {
      const address = attributeOf('href', source);
      const text = convert(inner).trim();
      const title = attributeOf('title', source)?.replaceAll('"', '\\"');
      if (address && text) return `[${text}](${inBrackets(destinations.link(address))}${title ? ` "${title}"` : ''})`;
      found.add('attributes', `<a${source}>`);
      return text;
    },
  },
  {
    pattern: String.raw`<(?<frame>iframe|embed|video|audio|script)\b(?<source>[^<>]{0,1000}?\bsrc=[^<>]{0,1000}?)/?>(?:(?:(?!<(?:iframe|video|audio|script)\b)[\s\S]){0,5000}?</\k<frame>\s*>)?`,
    made({ frame = '', source }, { found }) {
      const address = attributeOf('src', source)?.replace(/^\/\//, 'https://') ?? '';
      const isPage = /^https?:\/\//.test(address);
      found.add(isPage ? 'embeds' : 'html', frame);
      return isPage ? `<${address}>` : null;
    },
  },
  {
    pattern: String.raw`<(?<emphasis>b|strong|i|em|code)>(?<inner>[^<>\n\x60]{0,500}[^<>\s\x60])</\k<emphasis>>`,
    made({ emphasis = '', inner }) {
      const marks = MARKS[emphasis];
      return `${marks}${inner}${marks}`;
    },
  },
  {
    pattern: String.raw`[ \t]{0,9}<br\s{0,9}/?>[ \t]*(?:\r?\n)?`,
    made: (_, context, place) => breakOf(place, context),
  },
  {
    pattern: String.raw`<(?<name>[a-zA-Z][\w.-]*)(?=[\s/>])(?<source>(?:"[^"]{0,1000}"|'[^']{0,1000}'|[^'"<>]){0,1000})>`,
    made({ name = '', source }, { found, destinations }) {
      const address = name.toLowerCase() === 'img' ? attributeOf('src', source) : undefined;
      if (address) return pictureOf(attributeOf('alt', source) ?? '', destinations.picture(address));
      found.add('html', name);
      return null;
    },
  },
];
