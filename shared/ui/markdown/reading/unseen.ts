import type { Html, Nodes, Parents } from 'mdast';
import { outsideComments } from './comments.ts';

/** Raw HTML is shown as text, all but its comments. */
function shownHtml(html: Html): Html[] {
  const value = outsideComments(html.value);
  if (value.length === html.value.length) return [html];
  return value.trim() === '' ? [] : [{ ...html, value }];
}

const HIDDEN = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** Whether a reader sees it: a picture or letters. */
function isSeen(node: Nodes): boolean {
  if ('children' in node) return node.children.some(isSeen);
  return 'value' in node ? !HIDDEN.test(node.value) : node.type !== 'break';
}

/** Parts that stay empty: a cell keeps its column, a note its number. */
const KEPT: ReadonlySet<Nodes['type']> = new Set(['tableCell', 'footnoteDefinition']);

/** Takes out comments, what had nothing else, and headings without a text. */
export function dropUnseen(parent: Parents): void {
  const seen = parent.children.flatMap((child): Nodes[] => {
    if (child.type === 'html') return shownHtml(child);
    if (child.type === 'image' || child.type === 'imageReference')
      return [{ ...child, alt: outsideComments(child.alt ?? '') }];
    if (!('children' in child)) return [child];
    const had = child.children.length;
    dropUnseen(child);
    if (child.type === 'heading') return isSeen(child) ? [child] : [];
    const isLost = child.children.length === 0 && had > 0 && !KEPT.has(child.type);
    return isLost ? [] : [child];
  });
  parent.children = seen as typeof parent.children;
}
