import type { Html, Nodes, Parents } from 'mdast';

export const COMMENT = /<!--(?:>|->|[\s\S]*?-->)/g;

/** Raw HTML is shown as text, all but its comments. One without an end stays, so that no text is lost unnoticed. */
function withoutComments(html: Html): Html[] {
  const value = html.value.replace(COMMENT, '');
  if (value.length === html.value.length) return [html];
  return value.trim() === '' ? [] : [{ ...html, value }];
}

/** Parts that stay empty: a cell keeps its column, a note its number. */
const KEPT: ReadonlySet<Nodes['type']> = new Set(['tableCell', 'footnoteDefinition']);

/** Takes out comments, what had nothing else, and headings without a text. */
export function dropUnseen(parent: Parents): void {
  const seen = parent.children.flatMap((child): Nodes[] => {
    if (child.type === 'html') return withoutComments(child);
    if (!('children' in child)) return [child];
    const had = child.children.length;
    dropUnseen(child);
    const isLost = child.children.length === 0 && (had > 0 || child.type === 'heading') && !KEPT.has(child.type);
    return isLost ? [] : [child];
  });
  parent.children = seen as typeof parent.children;
}
