import { fromHtml } from 'hast-util-from-html';

type Root = ReturnType<typeof fromHtml>;
type Node = Root | Root['children'][number];
type Element = Extract<Node, { type: 'element' }>;

const UNSEEN = new Set([
  ...['head', 'title', 'script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'math'],
  ...['canvas', 'audio', 'video', 'picture', 'img', 'input', 'textarea', 'select', 'datalist', 'map', 'noframes'],
  ...['noembed', 'rp'],
]);

const INLINE = new Set([
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'font', 'i', 'ins', 'kbd', 'label'],
  ...['mark', 'q', 'ruby', 'rt', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u'],
  ...['var', 'wbr', 'slot', 'big', 'button'],
]);

/** Styles by which a text is there, but not seen. */
const HIDING = [
  /\bdisplay\s*:\s*none\b/i,
  /\bvisibility\s*:\s*(?:hidden|collapse)\b/i,
  /\bcontent-visibility\s*:\s*hidden\b/i,
  /\bfont-size\s*:\s*0*(?:\.0+)?0(?:\.0+)?(?![.\d])/i,
  /\bopacity\s*:\s*0*(?:\.0+)?0(?:\.0+)?%?\s*(?:!|;|$)/i,
  /\b(?:text-indent|left|top|right|bottom|margin-left|margin-top)\s*:\s*-\d{3,}/i,
  /\bclip\s*:\s*rect\(\s*0/i,
  /\bclip-path\s*:\s*inset\(\s*(?:50|100)%/i,
  /(?:^|;)\s*(?:max-)?(?:height|width)\s*:\s*[01](?:px)?\s*(?:!|;|$)/i,
  /(?:^|;)\s*color\s*:\s*transparent\b/i,
];

/** Escapes of CSS and its comments could hide a style from the patterns. */
const plainStyle = (style: string) =>
  style
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) =>
      Number.parseInt(code, 16) <= 0x10ffff ? String.fromCodePoint(Number.parseInt(code, 16)) : '',
    )
    .replaceAll('\\', '');

function isSeen({ tagName, properties }: Element): boolean {
  if (UNSEEN.has(tagName)) return false;
  if (properties.hidden !== undefined && properties.hidden !== null && properties.hidden !== false) return false;
  if (String(properties.ariaHidden) === 'true') return false;
  if (tagName === 'dialog' && properties.open === undefined) return false;
  const style = plainStyle(String(properties.style ?? ''));
  return !HIDING.some((pattern) => pattern.test(style));
}

/** Line feeds around blocks, spaces between cells. */
function edgeOf(tagName: string): string {
  if (tagName === 'td' || tagName === 'th') return ' ';
  return INLINE.has(tagName) ? '' : '\n';
}

function collect(node: Node, parts: string[], isPreformatted: boolean): void {
  if (node.type === 'text') parts.push(isPreformatted ? node.value : node.value.replace(/[ \t\n\r\f]+/g, ' '));
  if (node.type === 'root') for (const child of node.children) collect(child, parts, isPreformatted);
  if (node.type !== 'element' || !isSeen(node)) return;
  if (node.tagName === 'br') {
    parts.push('\n');
    return;
  }
  const edge = edgeOf(node.tagName);
  parts.push(edge);
  for (const child of node.children) collect(child, parts, isPreformatted || node.tagName === 'pre');
  parts.push(edge);
}

/** What a reader sees of a page, in paragraphs. Rules of style sheets are not applied. */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  collect(fromHtml(html), parts, false);
  return parts.join('');
}
