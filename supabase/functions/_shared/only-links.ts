import { fromMarkdown } from 'npm:mdast-util-from-markdown@2.1.0';
import { gfmFromMarkdown } from 'npm:mdast-util-gfm@3.1.0';
import { gfm } from 'npm:micromark-extension-gfm@3.0.0';
import { Failure } from './http.ts';
import type { Source } from './provider.ts';
import { MISSING } from './text.ts';

/** The common fields of the parser's nodes. A link that it found in finished text has no position. */
interface Node {
  readonly type: string;
  readonly url?: string;
  readonly alt?: string | null;
  readonly value?: string;
  readonly children?: readonly Node[];
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

type IsSource = (url: string) => boolean;

const MOST_PASSES = 10;

/**
 * Pictures and links that are no source become their text, and HTML goes: a draft is shown to staff as it is, a picture
 * is requested at once, and its address can carry what the model was given to read. The parser is that of the preview.
 */
export function onlyLinks(content: string, sources: readonly Pick<Source, 'url'>[]): string {
  const allowed = new Set(sources.flatMap(({ url }) => URL.parse(url)?.href ?? []));
  const isSource = (url: string) => allowed.has(URL.parse(url)?.href ?? '') || /^(?:#|mailto:[^?]*$)/.test(url);
  let text = content;
  // The rest of a link can form a new link with the text beside it.
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    const edits = editsIn(tree, text, isSource);
    if (edits.length === 0) return text;
    text = edited(text, edits);
  }
  throw new Failure(502, 'The model wrote a text of links within links. Please try again.');
}

const spanOf = ({ position }: Node) => ({ from: position?.start.offset ?? -1, to: position?.end.offset ?? -1 });

/** The outermost nodes to replace, in the order of the text. */
function editsIn(node: Node, source: string, isSource: IsSource): readonly Edit[] {
  const children = node.children ?? [];
  const bare = children.filter(({ type, position, url = '' }) => type === 'link' && !position && !isSource(url));
  if (bare.length > 0) return [withoutBare(node, source, bare)];
  return children.flatMap((child) => {
    const text = replacementFor(child, source, isSource);
    return text === null ? editsIn(child, source, isSource) : [{ ...spanOf(child), text }];
  });
}

function withoutBare(node: Node, source: string, bare: readonly Node[]): Edit {
  const span = spanOf(node);
  const written = source.slice(span.from, span.to);
  const addresses = bare.map(({ children }) => children?.[0]?.value ?? '');
  const text = addresses.reduce((rest, address) => rest.replaceAll(address, MISSING), written);
  // An address that is written with entities is not found.
  return { ...span, text: text === written ? MISSING : text };
}

function replacementFor(node: Node, source: string, isSource: IsSource): string | null {
  switch (node.type) {
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'definition':
      return '';
    case 'html':
      return HARMLESS.test(node.value ?? '') ? null : withoutTags(node.value ?? '');
    case 'link':
      return isSource(node.url ?? '') ? null : textOf(node, source);
    case 'linkReference':
      return textOf(node, source);
    default:
      return null;
  }
}

/** Pages show no HTML; these tags say how a text is meant and hold nothing. */
const HARMLESS = /^<\/?(?:br|sub|sup|kbd|mark|small)\s*\/?>$/i;

const withoutTags = (html: string) => html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(/<[^>]*(?:>|$)/g, '');

/** An address that is its own text stays none. */
function textOf(link: Node, source: string): string {
  const { from } = spanOf(link);
  const [first, last] = [link.children?.[0], link.children?.at(-1)];
  if (source[from] !== '[') return MISSING;
  return first && last ? source.slice(spanOf(first).from, spanOf(last).to) : '';
}

function edited(source: string, edits: readonly Edit[]): string {
  let end = 0;
  const parts = edits.map(({ from, to, text }) => {
    const before = source.slice(end, from);
    end = to;
    return before + text;
  });
  return parts.join('') + source.slice(end);
}
