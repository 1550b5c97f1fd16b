import { upToLast } from './markup.ts';

const BLOCKS =
  'table|thead|tfoot|tbody|caption|colgroup|col|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|summary|script';
const TAG = new RegExp(`(</?(?:${BLOCKS})\\b[^>]*>)`, 'gi');
const LEADING = new RegExp(`^(?:\\s*(?:</?(?:${BLOCKS})\\b[^>]*>|<!--[\\s\\S]*?-->))*`, 'i');
/** Elements whose lines stay as they are. */
const VERBATIM = /<(pre|script|style|textarea|svg|math)\b[^<>]*>(?:(?!<\1\b)[\s\S])*?<\/\1\s*>/gi;
const LAST_TAG = /<(\/?)([a-z][a-z0-9]*)\b[^>]*>\s*$/i;
/** Elements that have words and no paragraphs. */
const LINES = /^(?:p|li|td|th|dt|dd|h[1-6]|caption|figcaption|legend|summary|address)$/i;

const withBreaks = (words: string) =>
  words
    .trim()
    .split('\n')
    .map((line) => line.trimEnd().replace(/<br\s*\/?>$/i, ''))
    .join('<br>');

function part(chunk: string): string {
  const [tags = ''] = LEADING.exec(chunk) ?? [];
  const words = chunk.slice(tags.length);
  if (words.trim() === '') return chunk;
  const [, closing, name = ''] = LAST_TAG.exec(tags) ?? [];
  if (!closing && LINES.test(name)) return `${tags}${withBreaks(words)}`;
  // An address alone in its line is what WordPress embeds.
  const address = /^\s*(https?:\/\/[^\s<"]+)\s*$/.exec(words)?.[1];
  return `${tags}<p>${address ? `<a href="${address}">${address}</a>` : withBreaks(words)}</p>`;
}

/** The classic editor stores paragraphs as blank lines, and breaks as lines: WordPress adds the tags when it shows them. */
export function withParagraphs(html: string): string {
  const verbatim: string[] = [];
  const rest = html.replaceAll(VERBATIM, (found) => `\n\n<div data-kept="${verbatim.push(found) - 1}"></div>\n\n`);
  const chunks = upToLast('>', rest, (words) =>
    words.replaceAll(TAG, (tag) => (tag[1] === '/' ? `${tag}\n\n` : `\n\n${tag}`)),
  );
  const found = chunks
    .split(/\r?\n[ \t]*\r?\n/)
    .map(part)
    .join('\n');
  return verbatim.length === 0
    ? found
    : found.replaceAll(/<div data-kept="(\d+)"><\/div>/g, (_, index) => verbatim[Number(index)] ?? '');
}
