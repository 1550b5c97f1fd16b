import { type Context, inBrackets, type Part, type Place, pictureOf } from './part.ts';

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
