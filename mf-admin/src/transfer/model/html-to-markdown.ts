import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';

type Root = ReturnType<typeof fromHtml>;
type Child = Root['children'][number];
type Element = Extract<Child, { type: 'element' }>;

const DROPPED: Readonly<Record<string, string>> = {
  script: 'a script',
  style: 'a style sheet',
  form: 'a form',
  object: 'an embedded object',
  embed: 'an embedded object',
};

export interface Converted {
  readonly markdown: string;
  readonly notes: readonly string[];
}

/** A frame is a link to what it showed. */
function linkOf(frame: Element): Element {
  const address = String(frame.properties.src ?? '');
  const name = String(frame.properties.title ?? '') || address;
  const link: Element = {
    type: 'element',
    tagName: 'a',
    properties: { href: address },
    children: [{ type: 'text', value: name }],
  };
  return { type: 'element', tagName: 'p', properties: {}, children: [link] };
}

function cleaned(nodes: readonly Child[], notes: Set<string>, rewrite: (address: string) => string): Child[] {
  return nodes.flatMap((node): Child[] => {
    if (node.type !== 'element') return node.type === 'text' ? [node] : [];
    const dropped = DROPPED[node.tagName];
    if (dropped) {
      notes.add(`Without ${dropped} that the original has.`);
      return [];
    }
    if (node.tagName === 'iframe') {
      notes.add('An embedded frame is a link now.');
      return node.properties.src ? [linkOf(node)] : [];
    }
    for (const name of ['href', 'src']) {
      const address = node.properties[name];
      if (typeof address === 'string') node.properties[name] = rewrite(address);
    }
    node.children = cleaned(node.children as Child[], notes, rewrite) as Element['children'];
    return [node];
  });
}

/** Converts HTML to what posts show: headings, lists, links, pictures, code, quotes, tables. It runs nothing. */
export function htmlToMarkdown(html: string, rewrite: (address: string) => string = (address) => address): Converted {
  const notes = new Set<string>();
  // A parser without a document: the page's policy forbids the browser's parser.
  const tree = fromHtml(html, { fragment: true });
  tree.children = cleaned(tree.children, notes, rewrite);
  const markdown = toMarkdown(toMdast(tree), { extensions: [gfmToMarkdown()], bullet: '-', emphasis: '_', rule: '-' });
  return { markdown, notes: [...notes] };
}
